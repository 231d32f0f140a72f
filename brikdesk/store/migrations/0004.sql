-- Format 4: what units do in a turn besides attacking.
CREATE TABLE sprint (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    inches INTEGER NOT NULL,
    forced BOOLEAN NOT NULL,
    heading FLOAT,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE INDEX sprint_by_turn ON sprint (turn_id, unit_id);
