-- Format 6: who Disengages from whom, and the maneuvers of a turn in Close Combat.
CREATE TABLE parting (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    foe_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    waits BOOLEAN NOT NULL,
    struck BOOLEAN NOT NULL,
    leaves BOOLEAN NOT NULL,
    inch BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(foe_id) REFERENCES unit (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE INDEX parting_by_turn ON parting (turn_id, unit_id);
CREATE TABLE maneuver (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE INDEX maneuver_by_turn ON maneuver (turn_id, unit_id);
