"""The roster: units join, are corrected and leave; Scouts mark and reveal."""
