"""The look of the desk: colours, type, icons, and where people's words become labels."""
