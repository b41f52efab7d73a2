import { existsSync, readFileSync } from 'node:fs';

/** Sum of several counts of passed and failed tests. */
export function sum(counts) {
  return counts.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/** The closing line of a run. */
export const countLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** Runs a step that counts as one test and prints its result, with its output when it failed. */
export async function step(name, work) {
  const began = Date.now();
  const { code, output } = await work().catch((error) => ({ code: 1, output: String(error?.message ?? error) }));
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(indented(output));
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const mostLines = 150;

function indented(text) {
  const lines = text.trimEnd().split('\n');
  const shown = lines
    .slice(0, mostLines)
    .map((line) => `     ${line}`)
    .join('\n');
  return lines.length > mostLines ? `${shown}\n     … and ${lines.length - mostLines} more lines` : shown;
}

/** What the reporter of a run wrote; a run that fails without a reason is a failure without a file. */
export function readOutcome(path, code) {
  const outcome = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (outcome && (code === 0 || outcome.failed.length > 0)) return outcome;
  const line = `the run ended with code ${code} and named no failed test`;
  return { passed: outcome?.passed ?? 0, failed: [{ line, isTest: false }] };
}

/** Files of failures that a second try may help: few of them, all known. */
export function filesToTryAgain({ failed }) {
  const files = new Set(failed.map(({ file }) => file));
  return files.has(undefined) || files.size > 5 ? [] : [...files];
}

const nameOf = ({ line }) => line.split(': ')[0];

/** The outcome of a run whose failed files were run once more; `again` are the failures that did not come back. */
export function withSecondTry(first, second) {
  const still = new Set(second.failed.map(nameOf));
  const again = first.failed.filter((failure) => !still.has(nameOf(failure)));
  return { passed: first.passed + again.filter(({ isTest }) => isTest).length, failed: second.failed, again };
}
