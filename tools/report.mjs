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

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { testResults: [] });

/**
 *  A line for each failed test of a Vitest run, with the first line of its message; a file that could not be loaded has
 *  one too.
 */
export function failedTests(reportPath, root = '') {
  return readReport(reportPath)
    .testResults.filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const name = file.name.replace(`${root}/`, '');
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${name}: ${firstLine(file.message)}`];
      return failed.map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
    });
}

const firstLine = (text = '') => text.split('\n')[0].slice(0, 300);

/**
 * Counts of a Vitest run from its JSON report. A file that failed to load counts as one failure, a run that failed
 * without a failed test (no report, an unhandled error) as one more.
 */
export function vitestCounts(reportPath, code) {
  const report = readReport(reportPath);
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = tests.filter(({ status }) => status === 'failed').length + broken;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}
