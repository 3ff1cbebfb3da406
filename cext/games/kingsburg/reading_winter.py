"""Reading recruits, troops, reinforcements and the battle."""

from __future__ import annotations

from typing import Any

from eminence.cext.core.fields import Reader
from eminence.cext.games.kingsburg import state, words
from eminence.cext.games.kingsburg.figures import MOST_SOLDIERS, PLENTY
from eminence.cext.games.kingsburg.figures_hooks import MAX_SUM
from eminence.cext.games.kingsburg.reading_common import Reading
from eminence.cext.games.kingsburg.state import Count, Owner, Rule
from eminence.cext.games.kingsburg.words import GOODS, KINDS

DIE = range(1, 7)


class WinterReader(Reading):
    def read_recruiting(self) -> None:
        reader, record = self.reader, self.record
        self.read_least(KINDS[:4])
        if self.counts(Count.COUNT_HIRED):
            record["hired"] = reader.int("hired", 0, min(99, record["own"][record["actor"]][state.SOLDIER]))
        if self.phase == "hire":
            record["left"] = reader.int("left", 1, self._price() - 1)

    def _price(self) -> int:
        """What the actor's next soldier costs (K-7.37)."""
        price, change = self.figures.soldier_price, 0
        for source, effect in self.effects.pairs("recruit_cost"):
            if not self.has(self.record["actor"], source) or effect["rule"] == Rule.TOKENS_PAY:
                continue
            if effect["first"] and self.record["hired"] >= effect["first"]:
                continue
            if effect["rule"] == Rule.SET_PRICE:
                price = min(price, effect["amount"])
            else:
                change += effect["amount"]
        return int(max(0, price + change))

    # ---- troop tokens

    def read_troops(self, player: Reader, seat: int) -> None:
        """K-9.9: one token less after each winter; they are taken from the set everybody started with."""
        if not self.figures.troops:
            player.ints("troops", 0, 0, 0)
            return
        tokens = list(self.figures.tokens)
        fought = self.record["year"] + (self.phase in words.FOUGHT_PHASES)
        values = sorted(player.ints("troops", len(tokens) - fought, 0, 9))
        # Of equal tokens the first ones are used first.
        left = []
        for i in reversed(range(len(tokens))):
            if tokens[i] in values:
                values.remove(tokens[i])
                left.append(i)
        if values:
            player.fail("troops", f"cannot hold {values[0]} (again)")
        self.record["tokens"][seat] = words.mask(left)
        if self.phase == "troops" and seat == self.seat and self.position(seat) < self.record["turn"]:
            value = player.int("committed", 0, 9)
            choices = [i for i in sorted(left) if tokens[i] == value]
            if not choices:
                player.fail("committed", f"there is no token {value} left")
            self.record["chosen"][seat] = 1 + choices[0]

    # ---- reinforcements and battle

    def read_combat(self, player: Reader, seat: int) -> None:
        record = self.record
        if self.phase in ("academy", "arm"):
            record["reinforcement"][seat] = player.int("reinforcement", 0, 255)
        if self.phase == "arm":
            record["combat"][seat] = player.int("combat", 0, MAX_SUM)
        if self.phase in words.BATTLE_PHASES:
            record["combat"][seat] = player.int("combat", -PLENTY, 2 * MOST_SOLDIERS)
            record["won"] |= player.bool("won") << seat

    def read_winter(self) -> None:
        if self.phase == "academy":
            self._academy()
        elif self.phase == "arm":
            self._arm()
        elif self.phase in words.BATTLE_PHASES:
            self._battle()

    def _rolls(self, seat: int) -> bool:
        return any(
            effect["rule"] == Rule.ROLLS and self.has(seat, source)
            for source, effect in self.effects.pairs("reinforcement")
        )

    def _raw(self, seat: int) -> list[int]:
        """What a seat may have before it rolls a die of its own: the King's die, or the token that is gone."""
        if self.figures.troops:
            left = [self.figures.tokens[i] for i in words.bits(self.record["tokens"][seat])]
            gone = list(self.figures.tokens)
            for value in left:
                gone.remove(value)
            return gone
        for source, effect in self.effects.pairs("reinforcement"):
            if effect["rule"] == Rule.FIXED and self.has(seat, source):
                return [effect["amount"]]
        return list(DIE)

    def _own_dice(self) -> list[int]:
        return sorted({(die + 1) // 2 for die in DIE}) if self.figures.troops else list(DIE)

    def _academy(self) -> None:
        reader, record = self.reader, self.record
        if not self._rolls(record["actor"]):
            reader.fail("actor", "has no Military Academy")
        record["die"] = reader.int("rolled", self._own_dice()[0], self._own_dice()[-1])
        if record["die"] == record["reinforcement"][record["actor"]]:
            reader.fail("rolled", "must differ from the reinforcement")
        kings = set()
        for seat in range(self.seats):
            value = record["reinforcement"][seat]
            replaced = self._rolls(seat) and self.position(seat) < record["turn"]
            if value not in self._raw(seat) and not (replaced and value in self._own_dice()):
                reader.fail(f"players[{seat}].reinforcement", f"cannot be {value}")
            if not replaced:
                kings.add(value)
        if len(kings) > 1 and not self.figures.troops:
            reader.fail("players", "all have the King's die, which shows one number")

    def _mustered(self, seat: int) -> set[int]:
        """Reinforcements that a seat may have after all changes (K-7.42)."""
        fate, own = 0, 0
        for source, effect in self.effects.pairs("reinforcement"):
            if effect["rule"] == Rule.PLAIN and self.has(seat, source):
                if source.owner == Owner.FATE:
                    fate += effect["amount"]
                else:
                    own += effect["amount"]
        valley = self.record["year"] + 1 if self._valley() else 0
        raw = {*self._raw(seat), *(self._own_dice() if self._rolls(seat) else [])}
        return {max(0, max(0, value + fate) + valley + own) for value in raw}

    def _arm(self) -> None:
        reader, record = self.reader, self.record
        for seat in range(self.seats):
            possible = self._mustered(seat)
            if record["reinforcement"][seat] not in possible:
                reader.fail(f"players[{seat}].reinforcement", f"cannot be {record['reinforcement'][seat]}")
            bought = record["combat"][seat]
            if bought not in self._bought(seat):
                reader.fail(f"players[{seat}].combat", f"cannot be {bought} before the battle")
            if bought and self.position(seat) > record["turn"]:
                reader.fail(f"players[{seat}].combat", "must be 0 until the seat's turn comes")

    def _bought(self, seat: int) -> set[int]:
        """Battle values that a seat may have paid for."""
        sums = {0}
        for source, effect in self.effects.pairs("battle_pay"):
            if self.has(seat, source):
                sums |= {one + effect["amount"] for one in sums}
        return sums

    def _card(self, deck: str = "invaders") -> dict[str, Any]:
        number = self.record[deck][self.record["year"]]
        card: dict[str, Any] = self.figures.context["invader"][self.record["year"]][number - 1]
        return card

    def _valley(self) -> bool:
        """Whether the Valley card fights (K-4.16.1)."""
        if not self.figures.valley:
            return False
        last = self.record["year"] + 1 == state.YEARS
        return bool(last or self._card("valley")["race"] == self.figures.context["valley"] - 1)

    def _strength(self) -> int:
        strength = self._card()["strength"] + self.amount(0, "strength")
        return int(max(0, strength + (self._card("valley")["strength"] if self._valley() else 0)))

    def _bonus(self, seat: int) -> tuple[int, int]:
        """Least and most that a seat's effects add; soldiers before reinforcements are not known any more."""
        card, low, high = self._card(), 0, 0
        races = 1 << card["race"] | (1 << self.figures.context["valley"] - 1 if self._valley() else 0)
        strength = self._strength() if self.options["improvised_fort"] == "final" else card["strength"]
        for source, effect in self.effects.pairs("battle_bonus"):
            fits = (
                effect["races"] & races and effect["low"] <= card["strength"] and strength <= effect["high"]
            )
            if fits and self.has(seat, source):
                low += min(0, effect["amount"]) if effect["soldiers"] else effect["amount"]
                high += max(0, effect["amount"]) if effect["soldiers"] else effect["amount"]
        return low, high + max(self._bought(seat))

    def _both(self, what: str, kind: str) -> int:
        """Goods of choice that both cards together cost or bring."""
        cards = [self._card()] + ([self._card("valley")] if self._valley() else [])
        return sum(card[f"{what}_{kind}"] for card in cards)

    def _battle(self) -> None:
        reader, record = self.reader, self.record
        strength = self._strength()
        for seat in range(self.seats):
            done = self.position(seat) < record["turn"]
            combat, won = record["combat"][seat], bool(record["won"] >> seat & 1)
            self._check_combat(seat, combat, done and combat < strength)
            ties = any(
                effect["rule"] == Rule.TIE_WINS and self.has(seat, source)
                for source, effect in self.effects.pairs("on_win")
            )
            wins = combat > strength or (combat == strength and ties)
            if won != (wins and (done or (seat == record["actor"] and self.phase == "reward"))):
                reader.fail(
                    f"players[{seat}].won", f"cannot be {won} with a combat value of {combat} at this point"
                )
        actor = record["actor"]
        if self.phase == "loss" and record["combat"][actor] >= strength:
            reader.fail("actor", "has not lost the battle")
        if self.phase == "reward" and not record["won"] >> actor & 1:
            reader.fail("actor", "has not won the battle")
        if self.phase == "loss":
            most = self._both("loss", "goods") + self.amount(actor, "loss_goods")
        else:
            most = self._both("reward", "goods") + sum(
                effect["goods"] for source, effect in self.effects.pairs("on_win") if self.has(actor, source)
            )
        if not most:
            reader.fail("phase", "does not fit the invader card, which has no goods of choice")
        record["left"] = reader.int("left", 1, most)
        self.read_least(GOODS)

    def _check_combat(self, seat: int, combat: int, lost: bool) -> None:
        """Soldiers and what the effects add; who has lost may have had more buildings."""
        low, high = self._bonus(seat)
        soldiers = self.record["own"][seat][state.SOLDIER]
        if lost:
            fallen = [effect["amount"] for _, effect in self.effects.pairs("battle_bonus")]
            count = 1 + self._both("loss", "buildings")
            high += sum(sorted((max(0, amount) for amount in fallen), reverse=True)[: 2 * count])
            low += sum(sorted(min(0, amount) for amount in fallen)[: 2 * count])
        if not soldiers + low <= combat <= soldiers + high:
            self.reader.fail(
                f"players[{seat}].combat", f"cannot be {combat} with {soldiers} soldiers and these effects"
            )
