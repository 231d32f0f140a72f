"""The ledger: its tables, their columns and acts, as cards and as tabs."""
