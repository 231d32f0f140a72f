"""The report: its choices, its pages, printing."""
