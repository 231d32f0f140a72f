"""The sheet in which a photo of the table is straightened."""
