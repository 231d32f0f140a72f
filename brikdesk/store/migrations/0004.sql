-- Format 4: Sprints, and hazards that units met on their way until their dice are rolled.
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
CREATE TABLE encounter (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    field_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    inches FLOAT NOT NULL,
    leaves BOOLEAN NOT NULL,
    by_itself BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(field_id) REFERENCES field (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE INDEX encounter_by_turn ON encounter (turn_id, unit_id);
