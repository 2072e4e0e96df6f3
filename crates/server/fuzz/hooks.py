"""Hooks for schemathesis: most generated requests speak of a game or tournament that exists, with a key that fits.

Without them nearly every request would end at "there is no such game", and the rules behind it would not be tried.
"""

import json
import os
import random
import urllib.request

import schemathesis

URL = os.environ["LUDWERK_URL"].rstrip("/")
MOVES = ["Cb3xb2", "Lb1xb2", "Gc4-c3", "C*a2", "Ea4-b3", "b3b2"]


def post(path, body):
    request = urllib.request.Request(
        f"{URL}{path}", data=json.dumps(body).encode(), headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def make_game():
    seats = [{"kind": "here"}, random.choice([{"kind": "invited"}, {"kind": "engine", "spec": "random"}])]
    created = post("/api/games", {"game": "dobutsu", "seats": seats})
    return created["game"]["id"], created["token"]


def make_tournament():
    agents = [{"spec": "random"}, {"spec": "greedy"}]
    created = post("/api/tournaments", {"game": "dobutsu", "agents": agents, "games": 20})
    return created["tournament"]["id"], created["token"]


GAMES = [make_game() for _ in range(20)]
TOURNAMENTS = [make_tournament() for _ in range(5)]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if context.operation.method.upper() == "DELETE" and random.random() < 0.95:
        # A game that is gone is of no use to the requests that follow.
        return path_parameters
    if path_parameters and "id" in path_parameters and random.random() < 0.9:
        known = TOURNAMENTS if "/tournaments/" in context.operation.path else GAMES
        path_parameters["id"] = random.choice(known)[0]
    if path_parameters and "number" in path_parameters and random.random() < 0.9:
        path_parameters["number"] = random.randrange(25)
    if path_parameters and "game" in path_parameters and random.random() < 0.9:
        path_parameters["game"] = "dobutsu"
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and random.random() < 0.7:
        # Some of the fields are as a sensible client would send them.
        for field, value in [
            ("ply", random.randrange(3)),
            ("move", random.choice(MOVES)),
            ("game", "dobutsu"),
            ("seat", random.randrange(2)),
            ("games", random.randrange(30)),
            ("agents", [{"spec": "random"}, {"spec": "greedy", "name": "Gus"}]),
        ]:
            if field in body and random.random() < 0.8:
                body[field] = value
    return body


@schemathesis.auth()
class Keys:
    """Shows the key of the game or tournament that a request speaks of; now and then one that does not fit."""

    def get(self, case, context):
        return dict(GAMES + TOURNAMENTS)

    def set(self, case, data, context):
        key = data.get((case.path_parameters or {}).get("id"))
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {key if key and random.random() < 0.9 else 'foreign'}"
