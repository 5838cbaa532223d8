"""Players who make rare things happen.

Each picks moves, outcomes and times for a running game; most have several manners, and every game played gets
the next one. A manner is a bias, never a rule: the referee alone knows what is legal.
"""

from __future__ import annotations

import random
from fractions import Fraction

from . import fuenf_gewinnt, hnefatafl
from .abraeumen import Abraeumen
from .base import Referee
from .fischkopf import BONE, Fischkopf
from .fuenf_gewinnt import FuenfGewinnt
from .high_five import FRAMES, HighFive
from .hnefatafl import Hnefatafl
from .huetchenspieler import Huetchenspieler
from .make_five import COLOURS, LANES, MakeFive
from .six import Six
from .torris import Torris
from .zahlenpoker import Zahlenpoker

SOLUTION = (
    "a4-a6 c1-a1 c4-a4 c2-c4 e3-c3 c4-c2 e4-c4 a3-a5 d1-d3 e6-e4 f4-d4 f2-f4 f5-f3 c4-e4 c5-e5 e4-e6 b2-d2"
    " d2-d4 a1-a3 a6-a4 a3-a5 a5-c5 e1-e3 f3-d3 d3-d5 c6-c4 e6-c6 b6-d6 d6-d4 d4-b4 b3-b5"
)
"""Thirty-one jumps that solve Abräumen."""


class Player:
    """Chance all the way."""

    manners: tuple[str, ...] = ("any",)
    longest = 1000
    """A game is broken off after so many steps."""

    def __init__(self, rng: random.Random, number: int) -> None:
        self.rng = rng
        self.manner = self.manners[number % len(self.manners)]

    def options(self) -> dict[str, object]:
        return {}

    def players(self, referee: type[Referee]) -> int:
        return self.rng.randint(referee.fewest, referee.most)

    def prepare(self, referee) -> dict[str, str] | None:
        """Sets up another position to start from; what then differs in the engine's text of it."""
        return None

    def move(self, referee, seat: int, moves: list[str]) -> str:
        return self.rng.choice(moves)

    def outcome(self, referee, table: dict[str, Fraction] | None) -> str | None:
        """None: the engine shall draw."""
        if self.rng.random() < 0.3:
            return None
        return referee.any_outcome(self.rng) if table is None else self.rng.choice(sorted(table))

    def at(self, referee) -> int | None:
        """The time that the next move carries."""
        return None

    def best(self, moves, worth):
        """One of those worth most."""
        values = {move: worth(move) for move in moves}
        most = max(values.values())
        return self.rng.choice([move for move in moves if values[move] == most])


class AbraeumenPlayer(Player):
    manners = ("any", "any", "any", "solve", "nearly")

    def move(self, referee, seat, moves):
        solution = SOLUTION.split()
        if self.manner == "any" or referee.ply >= len(solution) or solution[referee.ply] not in moves:
            return self.rng.choice(moves)
        if self.manner == "nearly" and self.rng.random() < 0.05:
            return self.rng.choice(moves)
        return solution[referee.ply]


class HuetchenPlayer(Player):
    manners = ("any", "remember", "miss")

    def move(self, referee, seat, moves):
        if moves[0].startswith("flip") and self.manner != "any":
            knows = self.manner == "remember"
            return self.best(moves, lambda m: (referee.row[int(m[-1]) - 1] == referee.asked_for) == knows)
        return self.rng.choice(moves)


class ZahlenpokerPlayer(Player):
    manners = ("any", "same", "late", "never", "early")

    def move(self, referee, seat, moves):
        if self.manner == "same" and self.rng.random() < 0.7:  # many that cancel each other
            return moves[(len(referee.hands[seat]) // 2) % len(moves)]
        if self.manner == "late" and moves[0] in "1234":
            return self.rng.choice([move for move in moves if move != "empty"])
        if self.manner == "never":
            return self.rng.choice([move for move in moves if move != "empty"])
        if self.manner == "early" and "empty" in moves and self.rng.random() < 0.5:
            return "empty"
        return self.rng.choice(moves)


class MakeFivePlayer(Player):
    manners = ("any", "one lane", "five", "sort", "five late")
    longest = 3000

    def options(self):
        return {"rounds_each": self.rng.choice([1, 2, 3])}

    def is_making_five(self, referee):
        if self.manner == "five":
            return referee.round >= self.rng.choice([1, 2, 3]) or referee.round == referee.rounds
        # The other seat makes nearly as much in all its rounds, and loses to a five in the last.
        return self.manner == "five late" and (referee.sorter() == 0 or referee.round == referee.rounds)

    def outcome(self, referee, table):
        """Five of each colour one after the other."""
        if self.manner.startswith("five") and self.is_making_five(referee):
            return max(table, key=COLOURS.index)
        return super().outcome(referee, table)

    def move(self, referee, seat, moves):
        if self.manner == "any" or (self.manner.startswith("five") and not self.is_making_five(referee)):
            return self.rng.choice(moves)
        if self.manner == "one lane":
            return self.best(
                moves, lambda m: 9 if m == "pass" else len(referee.lanes[m[-1]]) + self.rng.random()
            )
        if moves[-1] == "pass":
            if self.manner == "five late" and referee.sorter() == 0 and "a4>a" in moves and len(moves) == 21:
                return "a4>a"
            if self.manner.startswith("five"):
                return "pass"
            return self.best(moves, lambda m: self.order(referee, m))
        if self.manner.startswith("five"):
            return self.best(moves, lambda m: -len(referee.lanes[m]))
        return self.rng.choice(moves)

    def order(self, referee, move):
        """How well the rows would be sorted."""
        lanes = {lane: list(referee.lanes[lane]) for lane in LANES}
        if move != "pass":
            lanes[move[3]].append(lanes[move[0]].pop(int(move[1]) - 1))
        rows = [[lanes[lane][height] for lane in LANES if len(lanes[lane]) > height] for height in range(5)]
        return sum(max(row.count(colour) for colour in COLOURS) ** 2 for row in rows)


class TorrisPlayer(Player):
    manners = ("any", "tall", "flat", "gaps", "starve")

    def move(self, referee, seat, moves):
        if self.rng.random() < 0.2 or self.manner == "any":
            return self.rng.choice(moves)
        if self.manner == "tall":
            return self.best(moves, lambda m: len(referee.towers[m[3:]]))
        if self.manner == "flat":
            return self.best(moves, lambda m: -len(referee.towers[m[3:]]))
        if self.manner == "gaps":  # off the middle of a row, and far
            return self.best(moves, lambda m: -abs(ord(m[0]) - ord("d")) + (len(referee.towers[m[:2]]) == 1))
        # one seat climbs upon its own, the other upon the first's
        return self.best(moves, lambda m: referee.towers[m[3:]][-1][0] == 0)


class FischkopfPlayer(Player):
    manners = ("any", "bone", "tie", "full", "bone later", "some full", "bone in playoff")
    longest = 4000

    def __init__(self, rng, number):
        super().__init__(rng, number)
        self.salt = rng.random()

    def options(self):
        return {"may_stop": self.rng.random() < 0.4}

    def players(self, referee):
        return self.rng.choice([1, 2, 2, 3, 3, 4, 5, 7, 12])

    def wanted(self, referee):
        """The fields still to be filled, the next first."""
        bone = [field for field in BONE if field in referee.free()]
        if self.manner.startswith("bone") and bone:
            return bone
        return sorted(referee.free(), reverse=True)

    def is_guided(self, referee):
        if self.rng.random() < 0.03:
            return False
        if self.manner == "bone in playoff":
            return referee.in_playoff is not None
        if self.manner == "bone later":
            return len(referee.queue) == 1 or referee.in_playoff is not None
        if self.manner == "some full":
            return referee.queue[0] % 2 == 0
        return self.manner in ("bone", "full")

    def is_tying(self, referee):
        return self.manner == "tie" or (self.manner == "bone in playoff" and referee.in_playoff is None)

    def same(self, referee):
        """A generator that gives each seat of a pass the same turn."""
        return random.Random(f"{self.salt} {referee.in_playoff} {referee.throws} {referee.occupied}")

    def outcome(self, referee, table):
        if self.is_tying(referee) and self.rng.random() < 0.995:
            return self.same(referee).choice(sorted(table))
        if not self.is_guided(referee):
            return super().outcome(referee, table)
        field = self.wanted(referee)[0]
        if field % 2 == 0:
            return f"{field // 2}-{field // 2}"
        return f"{max(field - 6, 1)}-{min(field - 1, 6)}" if field > 1 else "1-6"

    def move(self, referee, seat, moves):
        if moves[0] == "roll":
            if self.is_tying(referee):
                return self.same(referee).choice(moves)
            return "stop" if moves[-1] == "stop" and self.rng.random() < 0.1 else "roll"
        if self.is_tying(referee):
            return self.same(referee).choice(moves)
        if not self.is_guided(referee):
            return self.rng.choice(moves)
        wanted = [str(field) for field in self.wanted(referee)]
        return self.best(moves, lambda m: -wanted.index(m) if m in wanted else -99)


class HighFivePlayer(Player):
    manners = ("any", "dense", "sparse", "hollow")
    middle = "d1 d2 d3 d4 d5 d6 d7 e1 e2 e3 e4 e5 e6 e7"

    def gaps(self, referee, move):
        """The empty squares of a frame."""
        return [square for square in FRAMES[move.split()[1]] if square not in referee.board]

    def move(self, referee, seat, moves):
        if self.manner == "any" or (self.manner != "hollow" and self.rng.random() < 0.1):
            return self.rng.choice(moves)
        if moves[0].startswith("frame"):
            if self.manner == "dense":
                return self.best(moves, lambda m: -len(self.gaps(referee, m)))
            if self.manner == "sparse":
                return self.best(moves, lambda m: len(self.gaps(referee, m)))
            # Every frame that touches the middle has two gaps there at least: too many for the last card.
            return self.best(moves, lambda m: -len([s for s in self.gaps(referee, m) if s in self.middle]))
        return self.rng.choice([move for move in moves if " J" not in move] or moves)


class SixPlayer(Player):
    manners = ("any", "long", "hasty", "greedy", "slow", "returns")
    longest = 4000
    lifting = False

    def options(self):
        return {"pasch": self.rng.random() < 0.5, "auto_secure": self.rng.random() < 0.3}

    def move(self, referee, seat, moves):
        if "lift" in moves:
            chances = {"any": 0.1, "long": 0.01, "hasty": 0.5, "greedy": 0.03, "slow": 0.05}
            chance = self.returning(referee) if self.manner == "returns" else chances[self.manner]
            self.lifting = self.rng.random() < chance
            return "lift" if self.lifting else "roll"
        if "secure" in moves:
            return "secure" if self.rng.random() < 0.8 else "skip"
        return self.rng.choice(moves)

    def outcome(self, referee, table):
        if referee.phase != "throw" or self.rng.random() < 0.4:
            return super().outcome(referee, table)
        if self.manner in ("greedy", "long", "returns"):
            others = [
                place[-1]
                for seat, places in enumerate(referee.places_of)
                for place in places
                if place and seat != referee.active
            ]
            fitting = [text for text in table if sum(map(int, text.split("-"))) in others]
            return self.rng.choice(sorted(fitting or table))
        if self.rng.random() < 0.3:
            doubles = [text for text in table if len(set(text.split("-"))) == 1]
            return self.rng.choice(sorted(doubles))
        return super().outcome(referee, table)

    def returning(self, referee):
        """One seat shall return two cards before the first of them comes back."""
        if referee.round == 1:
            left = len(referee.unknown[referee.last_to_roll])
            return 1 if left < 5 and len(referee.secured[referee.last_to_roll]) > 1 else 0.01
        return 1 if referee.round == 2 else 0.01

    def at(self, referee):
        if self.lifting:
            self.lifting = False
            early = self.manner != "returns" and self.rng.random() < 0.5
            if self.rng.random() < 0.8:  # just now over, or just not yet
                return max(referee.now, referee.sand - early)
        jump = self.rng.choice(
            [None, 0, 1, 40, 900, 3000] if self.manner != "slow" else [None, 30_000, 10**12]
        )
        return None if jump is None else referee.now + jump


class HnefataflPlayer(Player):
    manners = (
        *("any", "capture", "rows", "shuffle", "run", "around", "hunt", "strewn", "rows", "shut in"),
        "across the throne",
    )
    longest = 300

    def __init__(self, rng, number):
        super().__init__(rng, number)
        self.last = {}
        self.first = 0

    def options(self):
        return {"king_beside_throne": self.rng.choice(["four", "three"])}

    def prepare(self, referee):
        if self.manner in ("any", "capture", "shuffle", "run", "hunt"):
            return None
        starts = {
            "shut in": self.shut_in,
            "strewn": self.strewn,
            "rows": self.rows,
            "around": self.around,
            "across the throne": self.across_the_throne,
        }
        pieces = starts[self.manner]()
        first = {"strewn": self.rng.choice([0, 1]), "rows": self.first, "across the throne": hnefatafl.WHITE}
        turn = first.get(self.manner, hnefatafl.BLACK)
        referee.set_up(pieces, turn)
        if not referee.moves_of(0) or not referee.moves_of(1):
            return self.prepare(referee)
        letters = {"attacker": "A", "defender": "D", "king": "K"}
        board = "/".join(
            "".join(letters.get(pieces.get((x, y), ""), ".") for x in range(1, 12)) for y in range(11, 0, -1)
        )
        return {"turn": str(turn), "board": board}

    def strew(self, pieces, squares, many):
        """Adds men at random, fewer than in the set-up, so that the move before may have been a capture."""
        free = [square for square in squares if square not in SPECIAL and square not in pieces]
        for square in self.rng.sample(free, min(many, len(free))):
            kind = self.rng.choice(["attacker", "attacker", "defender"])
            if list(pieces.values()).count(kind) < {"attacker": 23, "defender": 11}[kind]:
                pieces[square] = kind

    def strewn(self):
        """The king near the throne, an edge or anywhere, men around him and everywhere."""
        edge = [square for square in SQUARES if 1 in square or 11 in square]
        king = self.rng.choice([hnefatafl.THRONE, self.rng.choice(edge), self.rng.choice(SQUARES)])
        king = hnefatafl.THRONE if king in hnefatafl.CORNERS else king
        pieces = {king: "king"}
        self.strew(pieces, self.near(king), self.rng.randint(0, 4))
        self.strew(pieces, SQUARES, self.rng.choice([8, 20, 36]))
        return pieces

    def near(self, square):
        near = [hnefatafl.step(square, side) for side in hnefatafl.SIDES]
        return [other for other in near if hnefatafl.on_board(other)]

    def rows(self):
        """Both colours by turns from one point in several directions, and a piece that can move there."""
        pieces = {}
        in_line = [hnefatafl.step(hnefatafl.THRONE, side, n) for side in hnefatafl.SIDES for n in (2, 4)]
        anywhere = [square for square in SQUARES if square not in SPECIAL]
        meeting = self.rng.choice([self.rng.choice(anywhere), self.rng.choice(in_line)])
        colours = ["attacker", "defender"]
        self.rng.shuffle(colours)
        *sides, open_side = self.rng.sample(hnefatafl.SIDES, 4)
        for side in sides:
            for times in range(1, self.rng.choice([3, 5, 7, 9])):
                square = hnefatafl.step(meeting, side, times)
                if hnefatafl.on_board(square) and square not in SPECIAL and self.rng.random() < 0.95:
                    pieces[square] = colours[times % 2]
        free = [square for square in anywhere if square not in pieces and square != meeting]
        open_squares = [hnefatafl.step(meeting, open_side, times) for times in range(1, 11)]
        mover = self.rng.choice([square for square in open_squares if square in free] or free)
        pieces[mover] = colours[0]
        self.first = 0 if colours[0] == "attacker" else 1
        while list(pieces.values()).count("defender") > 11:
            del pieces[self.rng.choice([square for square in pieces if pieces[square] == "defender"])]
        inside = [square for square in pieces if square != mover] or free
        pieces[self.rng.choice([*inside, hnefatafl.THRONE, *self.rng.sample(free, 5)])] = "king"
        return pieces

    def around(self):
        """The king beside the throne or free, all but one attacker around him."""
        beside = self.near(hnefatafl.THRONE)
        king = self.rng.choice([*beside, *beside, self.rng.choice(SQUARES[12:-12])])
        if king in SPECIAL:
            king = beside[0]
        pieces = {king: "king"}
        for square in self.near(king):
            if square not in SPECIAL:
                pieces[square] = "attacker"
        gap = self.rng.choice([square for square in pieces if square != king])
        del pieces[gap]
        reach = [square for square in self.near(gap) if square not in SPECIAL and square not in pieces]
        pieces[self.rng.choice(reach)] = "attacker"
        self.strew(pieces, SQUARES, 8)
        return pieces

    def across_the_throne(self):
        """A row that would go on beyond the empty throne if that did not end it."""
        side = self.rng.choice(hnefatafl.SIDES)
        back = (-side[0], -side[1])
        row = ["attacker", "defender"]
        pieces = {hnefatafl.step(hnefatafl.THRONE, side, n + 1): row[n] for n in (0, 1)}
        pieces[hnefatafl.step(hnefatafl.THRONE, back)] = "attacker"
        pieces[hnefatafl.step(hnefatafl.THRONE, back, self.rng.choice([3, 4]))] = "defender"
        pieces[self.rng.choice([(3, 3), (3, 9), (9, 3)])] = "king"
        pieces[(2, 10)] = "attacker"
        return pieces

    def shut_in(self):
        """A king at the edge whom one more attacker leaves without a move."""
        pieces = {(5, 1): "king", (5, 2): "attacker", (6, 1): "attacker", (4, 4): "attacker"}
        if self.rng.random() < 0.5:
            pieces[(9, 9)] = "defender"
        return pieces

    def move(self, referee, seat, moves):
        if self.rng.random() < 0.15 or self.manner == "any":
            return self.rng.choice(moves)
        if self.manner == "shut in":
            return self.best(moves, lambda m: m == "d4-d1")
        if self.manner == "shuffle":
            last = self.last
            back = "-".join(reversed(last.get(seat, "").split("-")))
            last[seat] = back if back in moves else self.rng.choice(moves)
            return last[seat]
        return self.best(moves, lambda m: self.worth(referee, seat, m))

    def worth(self, referee, seat, move):
        start, target = (hnefatafl.point(text) for text in move.split("-"))
        before = referee.pieces
        referee.pieces = dict(before)
        referee.pieces[target] = referee.pieces.pop(start)
        captured = len(referee.captured(target, seat))
        king = referee.king()
        referee.pieces = before
        if self.manner in ("capture", "strewn", "rows", "across the throne"):
            return captured
        nearest = min(abs(king[0] - x) + abs(king[1] - y) for x, y in hnefatafl.CORNERS)
        if seat == hnefatafl.WHITE:
            return -nearest if self.manner == "run" else 0
        far = abs(king[0] - target[0]) + abs(king[1] - target[1])
        already = abs(king[0] - start[0]) + abs(king[1] - start[1])
        return -far - (30 if already == 1 else 0) if self.manner in ("hunt", "around") else captured


class FuenfGewinntPlayer(Player):
    manners = ("any", "hold", "cut", "shuffle", "wander", "ties", "end", "few", "walk", "lone")
    longest = 260

    def __init__(self, rng, number):
        super().__init__(rng, number)
        self.parts = {}  # the groups that a lifted stone leaves
        self.last = {}

    def prepare(self, referee):
        starts = {"few": self.thin, "walk": self.alternating, "lone": self.lone}
        if self.manner not in starts:
            return None
        stones, turn = starts[self.manner]()
        referee.set_up(stones, turn)
        if any(referee.has_five(point) for point in stones):
            return self.prepare(referee)
        order = []
        for seat in (0, 1):
            own = [fuenf_gewinnt.text(point) for point in stones if stones[point] == seat]
            order.append(own + ["x"] * (16 - len(own)))
        both = [text for pair in zip(*order, strict=True) for text in pair]
        return {"stones": "/".join(both), "turn": str(turn), "ply": "40"}

    def thin(self, most=25):
        """The second phase with a few stones in thin shapes, which part into groups of one size."""
        points = [(0, 0)]
        while len(points) < self.rng.randint(11, most):
            places = sorted({n for point in points for n in fuenf_gewinnt.neighbours(point)} - set(points))
            point = self.best(
                places,
                lambda place: -sum(n in points for n in fuenf_gewinnt.neighbours(place)) + self.rng.random(),
            )
            points.append(point)
        self.rng.shuffle(points)
        return {point: i % 2 for i, point in enumerate(points)}, self.rng.choice([0, 1])

    def lone(self):
        """Few of one colour among many of the other, who takes them all."""
        stones, _ = self.thin(16)
        lone = self.rng.sample(sorted(stones), self.rng.randint(1, 2))
        return {point: int(point in lone) for point in stones}, 0

    def alternating(self):
        """One row of both colours by turns, which walks over the plane, its tail to its head."""
        length = 2 * self.rng.randint(5, 15)
        first = self.rng.choice([0, 1])
        return {(0, y): (first + y) % 2 for y in range(length)}, first

    def move(self, referee, seat, moves):
        if self.manner == "any" or moves == ["0,0"]:
            return self.rng.choice(moves)
        if self.manner == "walk":
            low, high = min(y for _, y in referee.stones), max(y for _, y in referee.stones)
            on = f"0,{low}>0,{high + 1}"
            return on if on in moves and self.rng.random() < 0.97 else self.rng.choice(moves)
        if not referee.is_second_phase():
            return self.best(moves, lambda m: self.calm(referee, seat, m))
        quiet = self.shifts_without_five(referee, seat)
        if self.manner == "hold" and self.rng.random() < 0.3:
            return self.rng.choice(moves)
        if self.manner == "shuffle":
            last = self.last
            back = ">".join(reversed(last.get(seat, "").split(">")))
            last[seat] = back if back in moves else self.rng.choice(sorted(quiet) or moves)
            return last[seat]
        if not quiet:
            return self.rng.choice(moves)
        if self.manner == "lone":
            return self.best(sorted(quiet), lambda m: -self.left(referee, m))
        if self.manner in ("cut", "end"):
            return self.best(sorted(quiet), lambda m: -quiet[m])
        if self.manner in ("ties", "few"):
            return self.best(sorted(quiet), lambda m: (self.joined(referee, m), quiet[m]))
        return self.best(sorted(quiet), lambda m: quiet[m])  # wander: no captures, no fives

    def calm(self, referee, seat, move):
        """Placing: no five, and for some long thin shapes, which break easily."""
        target = fuenf_gewinnt.read(move)
        referee.stones[target] = seat
        five = referee.has_five(target)
        del referee.stones[target]
        touching = sum(1 for near in fuenf_gewinnt.neighbours(target) if near in referee.stones)
        thin = -touching if self.manner in ("cut", "ties", "end") else 0
        return (not five, thin)

    def shifts_without_five(self, referee, seat):
        """The moves that do not win, and how many stones stay."""
        found = {}
        before = referee.stones
        for (start, target), stay in referee.shifts(seat).items():
            referee.stones = {point: owner for point, owner in before.items() if point in stay}
            referee.stones[target] = seat
            if not referee.has_five(target):
                found[f"{fuenf_gewinnt.text(start)}>{fuenf_gewinnt.text(target)}"] = len(stay)
        referee.stones = before
        return found

    def left(self, referee, move):
        """How many stones of the second seat stay."""
        start, target = (fuenf_gewinnt.read(part) for part in move.split(">"))
        stay = referee.shifts(referee.turn)[(start, target)]
        return sum(1 for point in stay if referee.stones[point] == 1)

    def joined(self, referee, move):
        """If several groups are largest: how many groups of any size the laid stone would touch."""
        start, target = (fuenf_gewinnt.read(part) for part in move.split(">"))
        if (referee.ply, start) not in self.parts:
            rest = [point for point in referee.stones if point != start]
            self.parts = {key: parts for key, parts in self.parts.items() if key[0] == referee.ply}
            self.parts[(referee.ply, start)] = fuenf_gewinnt.groups(rest)
        parts = self.parts[(referee.ply, start)]
        sizes = [len(part) for part in parts]
        if sizes.count(max(sizes)) == 1:
            return 0
        return sum(1 for part in parts if any(n in part for n in fuenf_gewinnt.neighbours(target)))


SQUARES = [(x, y) for x in range(1, 12) for y in range(1, 12)]
SPECIAL = [hnefatafl.THRONE, *hnefatafl.CORNERS]

PLAYERS: dict[type[Referee], type[Player]] = {
    Abraeumen: AbraeumenPlayer,
    Fischkopf: FischkopfPlayer,
    FuenfGewinnt: FuenfGewinntPlayer,
    HighFive: HighFivePlayer,
    Hnefatafl: HnefataflPlayer,
    Huetchenspieler: HuetchenPlayer,
    MakeFive: MakeFivePlayer,
    Six: SixPlayer,
    Torris: TorrisPlayer,
    Zahlenpoker: ZahlenpokerPlayer,
}
