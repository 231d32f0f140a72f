CREATE TABLE act (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    uuid VARCHAR NOT NULL,
    turn_id INTEGER,
    name VARCHAR NOT NULL,
    arguments JSON NOT NULL,
    title VARCHAR NOT NULL,
    state VARCHAR(32) NOT NULL,
    done_at DATETIME NOT NULL,
    chain VARCHAR NOT NULL,
    UNIQUE (uuid)
);
CREATE INDEX act_by_state ON act (state);
CREATE INDEX act_by_turn ON act (turn_id);
CREATE TABLE alliance (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL,
    ally_id INTEGER NOT NULL,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(ally_id) REFERENCES player (id)
);
CREATE TABLE battle (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    state VARCHAR(32) NOT NULL,
    table_width FLOAT NOT NULL,
    table_depth FLOAT NOT NULL
);
CREATE TABLE campaign (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    uuid VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    rule_sets JSON NOT NULL
);
CREATE TABLE chamber (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    weapon_id INTEGER NOT NULL,
    rack_id INTEGER,
    name VARCHAR NOT NULL,
    explosive_size INTEGER NOT NULL,
    makeup JSON NOT NULL,
    stability VARCHAR(32) NOT NULL,
    count INTEGER NOT NULL,
    FOREIGN KEY(weapon_id) REFERENCES weapon (id),
    FOREIGN KEY(rack_id) REFERENCES rack (id)
);
CREATE INDEX chamber_by_weapon ON chamber (weapon_id);
CREATE TABLE checkpoint (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    state VARCHAR NOT NULL,
    digest VARCHAR NOT NULL
);
CREATE TABLE controlpoint (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    weapon_id INTEGER NOT NULL,
    place VARCHAR NOT NULL,
    occupant_id INTEGER,
    FOREIGN KEY(weapon_id) REFERENCES weapon (id),
    FOREIGN KEY(occupant_id) REFERENCES unit (id)
);
CREATE TABLE explosive (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    explosive_size INTEGER NOT NULL,
    makeup JSON NOT NULL,
    stability VARCHAR(32) NOT NULL,
    state VARCHAR(32) NOT NULL,
    damage_taken INTEGER NOT NULL,
    damaged_turn_id INTEGER,
    activated_turn_id INTEGER,
    causer_id INTEGER,
    carrier_id INTEGER,
    place VARCHAR NOT NULL,
    x FLOAT,
    y FLOAT,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(damaged_turn_id) REFERENCES turn (id),
    FOREIGN KEY(activated_turn_id) REFERENCES turn (id),
    FOREIGN KEY(causer_id) REFERENCES player (id),
    FOREIGN KEY(carrier_id) REFERENCES unit (id)
);
CREATE TABLE field (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    kind VARCHAR(32) NOT NULL,
    size INTEGER NOT NULL,
    dice JSON NOT NULL,
    height FLOAT,
    affects VARCHAR NOT NULL,
    mode VARCHAR NOT NULL,
    direction VARCHAR NOT NULL,
    carrier_id INTEGER,
    projector_id INTEGER,
    spent JSON NOT NULL,
    shrink_player_id INTEGER,
    made_turn_id INTEGER NOT NULL,
    shrunk_turn_id INTEGER,
    triggered JSON NOT NULL,
    place VARCHAR NOT NULL,
    x FLOAT,
    y FLOAT,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(carrier_id) REFERENCES unit (id),
    FOREIGN KEY(projector_id) REFERENCES weapon (id),
    FOREIGN KEY(shrink_player_id) REFERENCES player (id),
    FOREIGN KEY(made_turn_id) REFERENCES turn (id),
    FOREIGN KEY(shrunk_turn_id) REFERENCES turn (id)
);
CREATE TABLE fire (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    size INTEGER NOT NULL,
    permanent_dice INTEGER NOT NULL,
    set_by_id INTEGER,
    driver_id INTEGER,
    lit_turn_id INTEGER NOT NULL,
    burned_turn_id INTEGER,
    ran_turn_id INTEGER,
    place VARCHAR NOT NULL,
    final_stage VARCHAR NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(set_by_id) REFERENCES player (id),
    FOREIGN KEY(driver_id) REFERENCES player (id),
    FOREIGN KEY(lit_turn_id) REFERENCES turn (id),
    FOREIGN KEY(burned_turn_id) REFERENCES turn (id),
    FOREIGN KEY(ran_turn_id) REFERENCES turn (id)
);
CREATE INDEX fire_by_unit ON fire (unit_id);
CREATE TABLE homing (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    weapon_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    target VARCHAR NOT NULL,
    target_id INTEGER,
    bonus INTEGER NOT NULL,
    built JSON NOT NULL,
    attacked_turn_id INTEGER NOT NULL,
    asked_turn_id INTEGER,
    FOREIGN KEY(weapon_id) REFERENCES weapon (id),
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(target_id) REFERENCES unit (id),
    FOREIGN KEY(attacked_turn_id) REFERENCES turn (id),
    FOREIGN KEY(asked_turn_id) REFERENCES turn (id)
);
CREATE TABLE houserule (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    switch VARCHAR NOT NULL,
    value JSON NOT NULL,
    UNIQUE (switch)
);
CREATE TABLE image (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    act_id INTEGER NOT NULL,
    "table" VARCHAR NOT NULL,
    row_id INTEGER NOT NULL,
    "before" JSON,
    "after" JSON,
    FOREIGN KEY(act_id) REFERENCES act (id)
);
CREATE INDEX image_by_act ON image (act_id);
CREATE INDEX image_by_row ON image ("table", row_id, act_id);
CREATE TABLE inside (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    field_id INTEGER,
    fire_id INTEGER,
    exposed_turn_id INTEGER,
    "left" BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(field_id) REFERENCES field (id),
    FOREIGN KEY(fire_id) REFERENCES fire (id),
    FOREIGN KEY(exposed_turn_id) REFERENCES turn (id)
);
CREATE TABLE laiddice (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    turn_id INTEGER NOT NULL,
    step VARCHAR NOT NULL,
    faces JSON NOT NULL,
    UNIQUE (turn_id, step),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE TABLE logline (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    act_id INTEGER NOT NULL,
    turn_id INTEGER,
    kind VARCHAR NOT NULL,
    lead VARCHAR NOT NULL,
    parts JSON NOT NULL,
    sums JSON NOT NULL,
    rule VARCHAR NOT NULL,
    player_id INTEGER,
    unit_id INTEGER,
    step VARCHAR NOT NULL,
    overruled JSON NOT NULL,
    typed INTEGER NOT NULL,
    rolled INTEGER NOT NULL,
    FOREIGN KEY(act_id) REFERENCES act (id)
);
CREATE INDEX log_line_by_act ON logline (act_id);
CREATE INDEX log_line_by_turn ON logline (turn_id);
CREATE TABLE mark (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    scout_id INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    made_turn_id INTEGER NOT NULL,
    FOREIGN KEY(scout_id) REFERENCES unit (id),
    FOREIGN KEY(target_id) REFERENCES unit (id),
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(made_turn_id) REFERENCES turn (id)
);
CREATE TABLE note (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind VARCHAR(32) NOT NULL,
    text VARCHAR NOT NULL,
    unit_id INTEGER,
    player_id INTEGER,
    due_number INTEGER,
    edge VARCHAR(32) NOT NULL,
    made_turn_id INTEGER,
    done BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(made_turn_id) REFERENCES turn (id)
);
CREATE INDEX note_by_due ON note (done, player_id);
CREATE TABLE player (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name VARCHAR NOT NULL,
    faction VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    colour VARCHAR NOT NULL
);
CREATE TABLE poweruse (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL,
    weapon_id INTEGER,
    inches INTEGER NOT NULL,
    overload BOOLEAN NOT NULL,
    why VARCHAR NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(turn_id) REFERENCES turn (id),
    FOREIGN KEY(weapon_id) REFERENCES weapon (id)
);
CREATE INDEX power_use_by_turn ON poweruse (turn_id, unit_id);
CREATE TABLE projectile (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL,
    unit_id INTEGER,
    weapon_id INTEGER,
    name VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    explosive_size INTEGER NOT NULL,
    makeup JSON NOT NULL,
    distance FLOAT NOT NULL,
    travelled FLOAT NOT NULL,
    target VARCHAR NOT NULL,
    target_id INTEGER,
    frozen JSON NOT NULL,
    launched_turn_id INTEGER NOT NULL,
    flown_turn_id INTEGER,
    arrived BOOLEAN NOT NULL,
    x FLOAT,
    y FLOAT,
    target_x FLOAT,
    target_y FLOAT,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(weapon_id) REFERENCES weapon (id),
    FOREIGN KEY(target_id) REFERENCES unit (id),
    FOREIGN KEY(launched_turn_id) REFERENCES turn (id),
    FOREIGN KEY(flown_turn_id) REFERENCES turn (id)
);
CREATE INDEX projectile_by_player ON projectile (player_id);
CREATE TABLE rack (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER,
    weapon_id INTEGER,
    name VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    battery BOOLEAN NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(weapon_id) REFERENCES weapon (id)
);
CREATE TABLE round (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    rack_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    explosive_size INTEGER NOT NULL,
    makeup JSON NOT NULL,
    stability VARCHAR(32) NOT NULL,
    count INTEGER NOT NULL,
    "full" INTEGER NOT NULL,
    FOREIGN KEY(rack_id) REFERENCES rack (id)
);
CREATE INDEX round_by_rack ON round (rack_id);
CREATE TABLE seat (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    out BOOLEAN NOT NULL,
    UNIQUE (battle_id, player_id),
    FOREIGN KEY(battle_id) REFERENCES battle (id),
    FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE sfcrew (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sf_weapon_id INTEGER NOT NULL,
    unit_id INTEGER,
    name VARCHAR NOT NULL,
    role VARCHAR(32) NOT NULL,
    alive BOOLEAN NOT NULL,
    fixed BOOLEAN NOT NULL,
    role_turn_id INTEGER,
    initiative_turn_id INTEGER,
    FOREIGN KEY(sf_weapon_id) REFERENCES sfweapon (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(role_turn_id) REFERENCES turn (id),
    FOREIGN KEY(initiative_turn_id) REFERENCES turn (id)
);
CREATE INDEX sf_crew_by_weapon ON sfcrew (sf_weapon_id);
CREATE TABLE sfdetection (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    lasts VARCHAR(32) NOT NULL,
    made_turn_id INTEGER NOT NULL,
    UNIQUE (unit_id, player_id),
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(made_turn_id) REFERENCES turn (id)
);
CREATE TABLE sfload (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    store_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    loaded INTEGER NOT NULL,
    fired INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    adjusted INTEGER NOT NULL,
    FOREIGN KEY(store_id) REFERENCES sfstore (id)
);
CREATE INDEX sf_load_by_store ON sfload (store_id);
CREATE TABLE sfshot (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    turn_id INTEGER NOT NULL,
    unit_id INTEGER NOT NULL,
    sf_weapon_id INTEGER NOT NULL,
    weapon VARCHAR NOT NULL,
    capability VARCHAR NOT NULL,
    ammunition VARCHAR NOT NULL,
    mode VARCHAR(32),
    use VARCHAR(32) NOT NULL,
    spotter_id INTEGER,
    target VARCHAR NOT NULL,
    target_id INTEGER,
    distance FLOAT,
    band VARCHAR(32),
    attack_factor INTEGER,
    hit_bonus INTEGER NOT NULL,
    warhead VARCHAR NOT NULL,
    explosive BOOLEAN NOT NULL,
    shape VARCHAR(32) NOT NULL,
    area_size FLOAT,
    area_width FLOAT,
    remaining_before INTEGER,
    remaining_after INTEGER,
    placed BOOLEAN NOT NULL,
    place VARCHAR NOT NULL,
    early BOOLEAN NOT NULL,
    inside JSON NOT NULL,
    blasted BOOLEAN NOT NULL,
    faces JSON NOT NULL,
    outcomes JSON NOT NULL,
    overruled JSON NOT NULL,
    rolls INTEGER NOT NULL,
    FOREIGN KEY(turn_id) REFERENCES turn (id),
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(sf_weapon_id) REFERENCES sfweapon (id),
    FOREIGN KEY(spotter_id) REFERENCES unit (id),
    FOREIGN KEY(target_id) REFERENCES unit (id)
);
CREATE INDEX sf_shot_by_turn ON sfshot (turn_id);
CREATE TABLE sfstore (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sf_weapon_id INTEGER NOT NULL,
    capability VARCHAR NOT NULL,
    holder VARCHAR(32) NOT NULL,
    unit_name VARCHAR NOT NULL,
    most INTEGER,
    fired_this_turn INTEGER NOT NULL,
    fired_turn_id INTEGER,
    FOREIGN KEY(sf_weapon_id) REFERENCES sfweapon (id),
    FOREIGN KEY(fired_turn_id) REFERENCES turn (id)
);
CREATE INDEX sf_store_by_weapon ON sfstore (sf_weapon_id);
CREATE TABLE sfunit (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    kind VARCHAR(32) NOT NULL,
    size INTEGER NOT NULL,
    armor_class INTEGER,
    powered_armor BOOLEAN NOT NULL,
    on_foot BOOLEAN NOT NULL,
    open_topped BOOLEAN NOT NULL,
    equipment JSON NOT NULL,
    UNIQUE (unit_id),
    FOREIGN KEY(unit_id) REFERENCES unit (id)
);
CREATE TABLE sfweapon (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    family VARCHAR(32),
    form VARCHAR(32),
    typed_factor INTEGER,
    range_factor FLOAT,
    minimum_range FLOAT,
    rate VARCHAR(32),
    infantry_class VARCHAR(32),
    shape VARCHAR(32) NOT NULL,
    area_size FLOAT,
    area_width FLOAT,
    nature VARCHAR NOT NULL,
    warhead VARCHAR NOT NULL,
    effects JSON NOT NULL,
    detection_effect INTEGER,
    cost FLOAT,
    barrels INTEGER,
    count INTEGER NOT NULL,
    capabilities JSON NOT NULL,
    needs JSON NOT NULL,
    mounting VARCHAR(32) NOT NULL,
    structure_id INTEGER,
    carry_override BOOLEAN NOT NULL,
    destroyed BOOLEAN NOT NULL,
    notes VARCHAR NOT NULL,
    fired JSON NOT NULL,
    capability_used VARCHAR NOT NULL,
    special_fire VARCHAR(32) NOT NULL,
    fired_turn_id INTEGER,
    last_mode VARCHAR(32),
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(structure_id) REFERENCES unit (id),
    FOREIGN KEY(fired_turn_id) REFERENCES turn (id)
);
CREATE INDEX sf_weapon_by_unit ON sfweapon (unit_id);
CREATE TABLE skippedstep (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    turn_id INTEGER NOT NULL,
    step VARCHAR NOT NULL,
    times INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    UNIQUE (turn_id, step),
    FOREIGN KEY(turn_id) REFERENCES turn (id)
);
CREATE TABLE state (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    with_id INTEGER,
    kind VARCHAR(32) NOT NULL,
    cause VARCHAR NOT NULL,
    lasting BOOLEAN NOT NULL,
    since_turn_id INTEGER NOT NULL,
    clock_player_id INTEGER,
    clock_edge VARCHAR(32) NOT NULL,
    pending_damage INTEGER,
    until VARCHAR NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(with_id) REFERENCES unit (id),
    FOREIGN KEY(since_turn_id) REFERENCES turn (id),
    FOREIGN KEY(clock_player_id) REFERENCES player (id)
);
CREATE INDEX state_by_unit ON state (unit_id);
CREATE TABLE trap (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    "trigger" VARCHAR NOT NULL,
    condition VARCHAR NOT NULL,
    effect VARCHAR NOT NULL,
    secret BOOLEAN NOT NULL,
    candidates JSON NOT NULL,
    weapon_id INTEGER,
    field_id INTEGER,
    smart BOOLEAN NOT NULL,
    action_die INTEGER NOT NULL,
    sprung_turn_id INTEGER,
    armed BOOLEAN NOT NULL,
    x FLOAT,
    y FLOAT,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(weapon_id) REFERENCES weapon (id),
    FOREIGN KEY(field_id) REFERENCES field (id),
    FOREIGN KEY(sprung_turn_id) REFERENCES turn (id)
);
CREATE TABLE turn (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    own_number INTEGER NOT NULL,
    phase VARCHAR(32) NOT NULL,
    FOREIGN KEY(battle_id) REFERENCES battle (id),
    FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE TABLE unit (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER,
    name VARCHAR NOT NULL,
    token VARCHAR NOT NULL,
    kind VARCHAR(32) NOT NULL,
    preset VARCHAR NOT NULL,
    size INTEGER NOT NULL,
    size_damage INTEGER NOT NULL,
    armor VARCHAR NOT NULL,
    weight_class INTEGER NOT NULL,
    deflection INTEGER NOT NULL,
    action_die INTEGER NOT NULL,
    actions_per_turn INTEGER NOT NULL,
    move FLOAT NOT NULL,
    power_multiplier INTEGER NOT NULL,
    half_power VARCHAR(32) NOT NULL,
    airborne BOOLEAN NOT NULL,
    mind VARCHAR(32) NOT NULL,
    specialties JSON NOT NULL,
    tags JSON NOT NULL,
    worn_armor VARCHAR NOT NULL,
    value FLOAT NOT NULL,
    notes VARCHAR NOT NULL,
    on_table BOOLEAN NOT NULL,
    fate VARCHAR(32) NOT NULL,
    lost_turn_id INTEGER,
    wounded BOOLEAN NOT NULL,
    grinding INTEGER NOT NULL,
    limbs_lost JSON NOT NULL,
    action_spent_turn_id INTEGER,
    actions_spent INTEGER NOT NULL,
    move_used FLOAT NOT NULL,
    moved_turn_id INTEGER,
    power_saved INTEGER NOT NULL,
    power_saved_turn_id INTEGER,
    diverted_turn_id INTEGER,
    ranged_turn_id INTEGER,
    ranged_target VARCHAR NOT NULL,
    melee_turn_id INTEGER,
    melee_damage INTEGER NOT NULL,
    melee_armor INTEGER,
    melee_foes JSON NOT NULL,
    hands_used INTEGER NOT NULL,
    fought JSON NOT NULL,
    x FLOAT,
    y FLOAT,
    FOREIGN KEY(player_id) REFERENCES player (id),
    FOREIGN KEY(lost_turn_id) REFERENCES turn (id),
    FOREIGN KEY(action_spent_turn_id) REFERENCES turn (id),
    FOREIGN KEY(moved_turn_id) REFERENCES turn (id),
    FOREIGN KEY(power_saved_turn_id) REFERENCES turn (id),
    FOREIGN KEY(diverted_turn_id) REFERENCES turn (id),
    FOREIGN KEY(ranged_turn_id) REFERENCES turn (id),
    FOREIGN KEY(melee_turn_id) REFERENCES turn (id)
);
CREATE INDEX unit_by_player ON unit (player_id);
CREATE TABLE weapon (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    unit_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    kind VARCHAR(32) NOT NULL,
    preset VARCHAR NOT NULL,
    size FLOAT NOT NULL,
    use INTEGER,
    range FLOAT,
    damage VARCHAR NOT NULL,
    max_payload INTEGER,
    hands INTEGER NOT NULL,
    mounted BOOLEAN NOT NULL,
    inoperative BOOLEAN NOT NULL,
    lying VARCHAR NOT NULL,
    fired_turn_id INTEGER,
    reloaded_turn_id INTEGER,
    last_player_id INTEGER,
    used JSON NOT NULL,
    FOREIGN KEY(unit_id) REFERENCES unit (id),
    FOREIGN KEY(fired_turn_id) REFERENCES turn (id),
    FOREIGN KEY(reloaded_turn_id) REFERENCES turn (id),
    FOREIGN KEY(last_player_id) REFERENCES player (id)
);
CREATE INDEX weapon_by_unit ON weapon (unit_id);
