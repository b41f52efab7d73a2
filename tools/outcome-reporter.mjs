import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';

const firstLine = (text = '') => text.split('\n')[0].slice(0, 300);

const lineOf = (name, errors) => `${name}: ${firstLine(errors[0]?.message)}`;

/** An error that no test caught, with the place in our code that it came from and the test that ran. */
function outsideLine({ name, message, stacks = [], VITEST_TEST_NAME: during }) {
  const [place] = stacks;
  const where = place ? ` at ${relative(root, place.file)}:${place.line}` : '';
  return `outside a test: ${name ?? 'Error'}: ${firstLine(message)}${where}${during ? ` during ${during}` : ''}`;
}

/**
 * What a run of Vitest came to: the number of passed tests; a line for each failed test, for each file and group whose
 * loading or hooks failed, for each error outside of tests; the tests that passed at the second try.
 */
export function outcomeOf(modules, unhandled) {
  const failed = [];
  const again = [];
  let passed = 0;
  for (const module of modules) {
    const file = relative(root, module.moduleId);
    for (const part of [module, ...module.children.allSuites()]) {
      const errors = part.errors();
      if (errors.length > 0) failed.push(lineOf([file, part.fullName].filter(Boolean).join(' > '), errors));
    }
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') failed.push(lineOf(`${file} > ${test.fullName}`, errors));
      if (test.diagnostic()?.flaky) again.push(lineOf(`${file} > ${test.fullName}`, errors));
    }
  }
  return { passed, failed: [...failed, ...unhandled.map(outsideLine)], again };
}

/** Writes the outcome of a run to the file that the variable OUTCOME names. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandled) {
    writeFileSync(process.env.OUTCOME, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}
