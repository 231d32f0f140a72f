-- Format 5: a photo of the table under the map, and how it was taken; straight runs for Momentum.
CREATE TABLE background (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    picture VARCHAR(64) NOT NULL,
    corners JSON NOT NULL,
    x FLOAT NOT NULL,
    y FLOAT NOT NULL,
    width FLOAT NOT NULL,
    depth FLOAT NOT NULL,
    turned FLOAT NOT NULL,
    opacity FLOAT NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id)
);
CREATE TABLE picture (
    name VARCHAR(64) NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    kept_at DATETIME NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE run (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    heading FLOAT,
    inches FLOAT NOT NULL,
    mom BOOLEAN NOT NULL,
    used_all BOOLEAN NOT NULL,
    rolled BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE INDEX run_by_unit ON run (unit_id);
