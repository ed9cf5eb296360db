#!/usr/bin/env node
// Lets the engine of the app, compiled to WebAssembly, play in `trois arena`. Node.js runs it on V8, as Chromium does.
//
//   trois arena "cmd:node crates/web-engine/node/ugi.mjs trois dist" "cmd:trois engine" --game super --time 100ms
//
// The arguments are a `trois` program and a folder with a packed app (`cargo xtask web` writes dist/). `trois engine`
// speaks the protocol and keeps the position; only `go` is answered by the WebAssembly module, which receives the same
// messages as in a Web Worker.

import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [program, dist] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node ugi.mjs TROIS DIST, such as: node ugi.mjs target/release/trois dist");
  process.exit(2);
}

// The engine's worker, in this thread. Its scope is `globalThis`.
let onReply = () => {};
const ready = new Promise((resolve) => {
  onReply = (reply) => reply === "ready" && resolve();
});
globalThis.postMessage = (reply) => onReply(reply);
const files = await readdir(join(dist, "assets"));
const find = (pattern) => {
  const name = files.find((file) => pattern.test(file));
  if (!name) {
    console.error(`${dist} has no engine: build the app with cargo xtask web`);
    process.exit(2);
  }
  return resolve(dist, "assets", name);
};
const { default: start } = await import(pathToFileURL(find(/^engine[^/]*\.js$/)));
await start({ module_or_path: await readFile(find(/^engine[^/]*\.wasm$/)) });
await ready;

// Asks the worker for a move.
let asked = 0;
function think(game, position, turn, limits) {
  const fields = [`think ${(asked += 1)}`, `game ${game}`, `viewer ${turn}`, "level 10", "lines 1", "seed 0"];
  return new Promise((resolve) => {
    onReply = (reply) => {
      const [first, ...rest] = reply.split("\n");
      if (first === `done ${asked}`) resolve(rest.find((line) => line.startsWith("chosen ")).slice(7));
      if (first.startsWith(`failed ${asked}`)) resolve("none");
    };
    globalThis.onmessage({ data: [...fields, ...limits, `position ${position}`].join("\n") });
  });
}

// `trois engine`, which answers everything else.
const engine = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
engine.on("exit", () => process.exit());
let onResponse = null;
let game;
createInterface({ input: engine.stdout }).on("line", (line) => {
  if (onResponse && line.startsWith("response ")) onResponse(line.slice(9));
  else console.log(line);
  game ??= line.match(/^option name game .*default (\S+)/)?.[1];
});
function query(what) {
  return new Promise((resolve) => {
    onResponse = (response) => {
      onResponse = null;
      resolve(response);
    };
    engine.stdin.write(`query ${what}\n`);
  });
}

const LIMITS = { movetime: "time", nodes: "nodes", depth: "depth" };
for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/);
  if (words[0] === "go") {
    const limits = [];
    for (const [name, field] of Object.entries(LIMITS)) {
      const at = words.indexOf(name);
      if (at > 0) limits.push(`${field} ${words[at + 1]}`);
    }
    const [position, turn] = [await query("fen"), await query("turn")];
    console.log(`bestmove ${await think(game, position, turn, limits)}`);
    continue;
  }
  if (words.slice(0, 4).join(" ") === "setoption name game value") game = words[4];
  if (words[0] === "uginewgame") globalThis.onmessage({ data: "forget" });
  engine.stdin.write(`${line}\n`);
}
engine.stdin.end();
