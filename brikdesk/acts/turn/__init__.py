"""The course of the turns; throwing dice for waiting steps, one by one or all at once."""
