import { parentPort, workerData } from 'node:worker_threads';

/** So long are the texts: what goes over them twice takes a moment, what goes over them for each character takes seconds. */
const length = 10_000;
const mostMs = 30;
const tries = 5;

/** Characters that a pattern names itself, and some of every usual class. */
function alphabetOf(pattern) {
  const named = pattern.replaceAll(/\\[dDwWsSbBpPu](\{[^}]*\})?|[\^$.*+?()[\]{}|\\/]/g, '');
  return [...new Set(Array.from(`${named} A0中.=/\n`))].slice(0, 32);
}

/** Words of several characters that a pattern names between its signs. */
const wordsOf = (pattern) =>
  [...new Set(pattern.split(/\\[a-zA-Z]|[\^$.*+?()[\]{}|\\/]/).filter((word) => word.length > 1))].slice(0, 10);

/** Long runs of each part, behind what the pattern may begin with and before what it may not end with. */
function* textsFor(pattern) {
  for (const part of [...alphabetOf(pattern), ...wordsOf(pattern)]) {
    const run = part.repeat(Math.floor(length / part.length));
    for (const end of ['', '\u0001']) yield run + end;
    yield `a1${run}\u0001`;
  }
  for (const pair of ['a1', 'a ', '1.', 'a.', 'a-', 'Aa']) yield `${pair.repeat(length / 2)}\u0001`;
}

/** The quickest of some runs: a busy machine slows one, not each. */
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
