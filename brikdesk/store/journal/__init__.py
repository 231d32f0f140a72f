"""The journal: what each act changed, chained, checked and recorded."""
