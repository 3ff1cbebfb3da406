// Against a real service, whose web port is in EMINENCE_SERVICE.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Code } from "@connectrpc/connect";
import { connect, Failure, StopReason } from "eminence-client";

const address = process.env.EMINENCE_SERVICE ?? "http://127.0.0.1:8080";
const { opponent, referee } = connect(address);

/** @param {Promise<unknown>} call */
async function failing(call) {
  try {
    await call;
  } catch (error) {
    return new Failure(error);
  }
  throw new Error("the call did not fail");
}

/** @param {string} game */
const deal = (game) => referee.startGame({ game, seats: 3, seed: 7 });

test("every game is dealt and hinted at with types", async () => {
  const { games } = await opponent.listGames({});
  assert.ok(games.length >= 4);
  for (const { name } of games) {
    const { table, status } = await deal(name);
    const seat = status?.actor ?? 0;
    const { view } = await referee.getTable({ table, seat });
    assert.ok(view);
    assert.equal(view.game.case, name);
    const source = { case: /** @type {const} */ ("view"), value: view };
    const { suggestion } = await opponent.suggestMove({ position: { source }, budget: { iterations: 50 } });
    assert.equal(suggestion?.stoppedBy, StopReason.ITERATIONS);
    assert.equal(suggestion?.seat, seat);
  }
});

test("a typed move is played", async () => {
  const { table, status } = await deal("verraeter");
  const { moves } = await referee.getTable({ table, seat: status?.actor });
  const move = moves[0]?.move;
  assert.ok(move);
  const played = await referee.playMove({ table, action: { case: "move", value: move } });
  assert.equal(played.played?.move?.text, moves[0]?.text);
  assert.equal(played.status?.ply, 1);
});

test("suggestions are watched while they improve", async () => {
  const { table, status } = await deal("verraeter");
  const source = { case: /** @type {const} */ ("table"), value: { table, seat: status?.actor } };
  const request = { position: { source }, budget: { iterations: 200 } };
  const finals = [];
  for await (const message of opponent.watchSuggestion({ request })) finals.push(message.final);
  assert.equal(finals.at(-1), true);
  assert.equal(finals.indexOf(true), finals.length - 1);
});

test("errors carry their reason, field and metadata", async () => {
  const { table, status } = await deal("verraeter");
  const illegal = await failing(referee.playMove({ table, action: { case: "text", value: "castle" } }));
  assert.deepEqual([illegal.reason, illegal.field], ["ILLEGAL_MOVE", "text"]);
  const unknown = await failing(referee.startGame({ game: "chess", seats: 2 }));
  assert.deepEqual([unknown.reason, unknown.metadata], ["UNKNOWN_GAME", { game: "chess" }]);
  const seat = ((status?.actor ?? 0) + 1) % 3;
  const source = { case: /** @type {const} */ ("table"), value: { table, seat } };
  const early = await failing(opponent.suggestMove({ position: { source }, budget: { iterations: 10 } }));
  assert.deepEqual([early.reason, early.metadata.seat], ["NOT_YOUR_TURN", String(seat)]);
});

test("a refusal says when to come back", async () => {
  const details = [{ type: "google.rpc.RetryInfo", value: "", debug: { retryDelay: "1.250s" } }];
  const answer = JSON.stringify({ code: "resource_exhausted", message: "busy", details });
  const busy = () => new Response(answer, { status: 429, headers: { "Content-Type": "application/json" } });
  const refused = await failing(connect(address, { fetch: async () => busy() }).opponent.listGames({}));
  assert.deepEqual([refused.code, refused.message, refused.retryMs], [Code.ResourceExhausted, "busy", 1250]);
});

test("keys go with every call, and a service out of reach has no reason", async () => {
  /** @type {(string | null)[]} */
  const sent = [];
  /** @type {typeof fetch} */
  const listening = (input, init) => {
    sent.push(new Headers(init?.headers).get("authorization"));
    return fetch(input, init);
  };
  await connect(address, { key: "k1", fetch: listening }).opponent.listGames({}).catch(() => undefined);
  assert.deepEqual(sent, ["Bearer k1"]);
  assert.equal((await failing(connect("http://127.0.0.1:1").opponent.listGames({}))).reason, "");
});
