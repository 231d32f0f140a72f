"""Photos of the table: read and checked before they enter a campaign, and laid flat under the map."""
