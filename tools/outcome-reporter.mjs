import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';

const firstLine = (text = '') => text.split('\n')[0].slice(0, 300);
const lineOf = (name, errors = []) => `${name}: ${firstLine(errors[0]?.message)}`;

/** An error that no test caught, with the place in our code that it came from; `file` was running. */
function outside({ name = 'Error', message, stacks = [], VITEST_TEST_PATH: path }) {
  const [place] = stacks;
  const where = place ? ` at ${relative(root, place.file)}:${place.line}` : '';
  const file = path && relative(root, path);
  return { file, line: `${file ?? '?'}, outside a test: ${name}: ${firstLine(message)}${where}`, isTest: false };
}

function* failuresOf(module) {
  const file = relative(root, module.moduleId);
  for (const part of [module, ...module.children.allSuites()]) {
    const name = [file, part.fullName].filter(Boolean).join(' > ');
    if (part.errors().length > 0) yield { file, line: lineOf(name, part.errors()), isTest: false };
  }
  for (const test of module.children.allTests('failed'))
    yield { file, line: lineOf(`${file} > ${test.fullName}`, test.result().errors), isTest: true };
}

/**
 * What a run of Vitest came to: the number of passed tests, and a failure for each failed test, each file and group
 * whose loading or hooks failed, each error outside of tests.
 */
export function outcomeOf(modules, unhandled) {
  const passed = modules.map((module) => [...module.children.allTests('passed')].length);
  return {
    passed: passed.reduce((sum, count) => sum + count, 0),
    failed: [...modules.flatMap((module) => [...failuresOf(module)]), ...unhandled.map(outside)],
  };
}

/** Writes the outcome of a run to the file that the variable OUTCOME names. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandled) {
    writeFileSync(process.env.OUTCOME, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}
