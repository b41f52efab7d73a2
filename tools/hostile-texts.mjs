import { parentPort, workerData } from 'node:worker_threads';

/** Length of the texts: linear work on them takes a moment, quadratic work takes seconds. */
const length = 10_000;
const mostMs = 30;
const tries = 5;

/** Characters named by a pattern, and some of every usual class. */
function alphabetOf(pattern) {
  const named = pattern.replaceAll(/\\[dDwWsSbBpPu](\{[^}]*\})?|[\^$.*+?()[\]{}|\\/]/g, '');
  return [...new Set(Array.from(`${named} A0中.=/\n`))].slice(0, 32);
}

/** Words of several characters in a pattern. */
const wordsOf = (pattern) =>
  [...new Set(pattern.split(/\\[a-zA-Z]|[\^$.*+?()[\]{}|\\/]/).filter((word) => word.length > 1))].slice(0, 10);

/** Long runs of each part, after a possible start and before an impossible end. */
function* textsFor(pattern) {
  for (const part of [...alphabetOf(pattern), ...wordsOf(pattern)]) {
    const run = part.repeat(Math.floor(length / part.length));
    for (const end of ['', '\u0001']) yield run + end;
    yield `a1${run}\u0001`;
  }
  for (const pair of ['a1', 'a ', '1.', 'a.', 'a-', 'Aa']) yield `${pair.repeat(length / 2)}\u0001`;
}

/** The fastest of some runs: a busy machine slows one, not each. */
function msOf(expression, text) {
  let least = Infinity;
  for (let at = 0; at < tries && least > mostMs; at += 1) {
    const began = performance.now();
    text.replace(expression, '');
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

for (const { where, pattern, flags } of workerData) {
  parentPort.postMessage({ begins: `${where} /${pattern}/${flags}` });
  const expression = new RegExp(pattern, flags);
  for (const text of textsFor(pattern)) {
    const ms = msOf(expression, text);
    if (ms > mostMs) {
      parentPort.postMessage({
        slow: `${where} /${pattern}/${flags}: ${ms.toFixed(0)} ms for ${length} times ${JSON.stringify(text.slice(0, 8))}`,
      });
      break;
    }
  }
}
