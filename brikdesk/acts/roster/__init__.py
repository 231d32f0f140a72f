"""The roster: who joins, is corrected, is marked, and what Scouts find."""
