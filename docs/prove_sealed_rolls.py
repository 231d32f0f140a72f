"""Prove the sealed rolls of a battle, with nothing of BrikDesk.

brikdesk seal war.brik --json > proof.json
python prove_sealed_rolls.py proof.json
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path

proof = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8-sig"))
seed, wrong, newest, dice, act = bytes.fromhex(proof["seed"] or ""), [], {}, 0, 0
for roll in proof["rolls"]:
    if roll["act"] < act:
        wrong.append(f"{roll['roll']}: it was declared before the one above it")
    act = roll["act"]
    turn, _, number = roll["roll"].rpartition(", roll ")
    if int(number) > newest.get(turn, 0) + 1:  # the first time each comes, they are counted 1, 2, 3
        wrong.append(f"{roll['roll']}: a roll before it is missing, or stands after it")
    newest[turn] = max(newest.get(turn, 0), int(number))
    for die in roll["dice"]:
        part, drawn, throw = 2**256 // die["sides"], 2**256, 0
        while drawn >= part * die["sides"]:  # what is left over at the end is thrown again
            throw += 1
            text = "\n".join([*proof["words"], f"{roll['roll']}, die {die['die']}, throw {throw}"])
            drawn = int.from_bytes(hmac.digest(seed, text.encode(), "sha256"), "big")
        if drawn // part + 1 != die["face"]:
            wrong.append(
                f"{roll['roll']}, die {die['die']}: not {die['face']}, but {drawn // part + 1}"
            )
        dice += 1
if hashlib.sha256(seed).hexdigest() != proof["hash"]:
    wrong.append("the seed is not the one whose hash was told")
print(
    *wrong or [f"{dice} dice of {len(proof['rolls'])} rolls proved. Hash: {proof['hash']}"],
    sep="\n",
)
sys.exit(bool(wrong))
