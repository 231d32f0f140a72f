"""Parts of a pending step, wherever it is shown."""
