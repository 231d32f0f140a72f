-- Format 8: photos pinned to player turns and units; weapons that are made for thrusting.
CREATE TABLE pinned_photo (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    picture VARCHAR(64) NOT NULL,
    turn_id INTEGER,
    unit_id INTEGER,
    words VARCHAR NOT NULL,
    FOREIGN KEY(turn_id) REFERENCES turn (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
CREATE TABLE thrusting (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    weapon_id INTEGER NOT NULL,
    made BOOLEAN NOT NULL,
    FOREIGN KEY(weapon_id) REFERENCES weapon (id)
);
