"""Where a file stands to what this computer saw of its campaign."""
