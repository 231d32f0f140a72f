-- Format 7: what a battle is fought for, who has scored, how large an army may be; squads.
CREATE TABLE objective (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    worth INTEGER NOT NULL,
    note VARCHAR NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id),
    FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE award (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    turn_id INTEGER,
    objective_id INTEGER,
    points INTEGER NOT NULL,
    why VARCHAR NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id),
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id),
    FOREIGN KEY(objective_id) REFERENCES objective (id)
);
CREATE TABLE army_limit (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    inches FLOAT NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id)
);
CREATE TABLE squad (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
