"""Pictures of the desk for `brikdesk shot`, scene by scene."""
