-- Format 8: photos pinned to player turns and units.
CREATE TABLE pinned_photo (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    picture VARCHAR(64) NOT NULL,
    turn_id INTEGER,
    unit_id INTEGER,
    words VARCHAR NOT NULL,
    FOREIGN KEY(turn_id) REFERENCES turn (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
