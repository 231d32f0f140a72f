"""Pictures of the desk, scene by scene."""
