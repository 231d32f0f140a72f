"""Hazards that somebody crosses, or that go off under somebody."""
