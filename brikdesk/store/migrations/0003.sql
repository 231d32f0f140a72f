-- Format 3: the battlefield. The table, its terrain, and which way units face.
CREATE TABLE battlefield (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    finish VARCHAR(32) NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id)
);
CREATE TABLE terrain (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    name VARCHAR NOT NULL,
    points JSON NOT NULL,
    radius FLOAT NOT NULL,
    base FLOAT NOT NULL,
    top FLOAT NOT NULL,
    blocks_move BOOLEAN NOT NULL,
    blocks_sight BOOLEAN NOT NULL,
    difficult VARCHAR(32),
    weight_class INTEGER,
    unit_id INTEGER,
    FOREIGN KEY(battle_id) REFERENCES battle (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
CREATE TABLE stance (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    facing FLOAT,
    base FLOAT NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
CREATE INDEX stance_by_unit ON stance (unit_id);
