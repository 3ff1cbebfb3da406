// Deals a game and asks for a hint: plain JavaScript, no build step. The service speaks Connect, so a call is a POST
// with JSON. Give the service's address as ?service=http://host:8080 (and ?key=... if it wants an API key).
const parameters = new URLSearchParams(location.search);
const service = parameters.get("service") ?? "http://127.0.0.1:8080";
const byId = (id) => document.getElementById(id);

async function call(method, request, timeoutMs = 5000) {
  const headers = { "Content-Type": "application/json", "Connect-Timeout-Ms": String(timeoutMs) };
  if (parameters.has("key")) headers.Authorization = `Bearer ${parameters.get("key")}`;
  const response = await fetch(`${service}/eminence.v1.${method}`, {
    method: "POST",
    headers,
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

function row(alternative, seat) {
  const line = document.createElement("tr");
  const chance = alternative.winProbability[seat];
  const meter = Object.assign(document.createElement("meter"), { value: chance, title: `${Math.round(100 * chance)} %` });
  for (const cell of [alternative.move.text, alternative.move.effect ?? "", meter, String(alternative.visits ?? 0)]) {
    const td = document.createElement("td");
    td.append(cell);
    line.append(td);
  }
  return line;
}

async function ask() {
  byId("problem").textContent = "";
  const [game, seats] = byId("game").value.split(" ");
  try {
    const { table, status } = await call("TableService/StartGame", { game, seats: Number(seats) });
    const seat = status.actor ?? 0;
    const { suggestion } = await call("OpponentService/SuggestMove", {
      position: { table: { table, seat } },
      budget: { movetimeMs: 300 },
    });
    byId("reason").textContent = suggestion.reason;
    byId("alternatives").replaceChildren(...suggestion.alternatives.map((one) => row(one, seat)));
  } catch (error) {
    byId("problem").textContent = error.message;
  }
}

async function listGames() {
  try {
    const { games } = await call("OpponentService/ListGames", {});
    for (const game of games) byId("game").add(new Option(game.title, `${game.name} ${Math.max(...game.seats)}`));
    byId("ask").addEventListener("click", ask);
    document.body.dataset.ready = "yes";
  } catch (error) {
    byId("problem").textContent = error.message;
  }
}

listGames();
