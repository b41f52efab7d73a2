import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cache, root } from './root.mjs';

/**
 * The time of each file of a run, longest first; `each` is the mean time per resource in files that process at least
 * `fewest` of them.
 * @param {readonly string[]} names names of resources, as titles of tests begin with or contain them
 */
export function timesOf({ testResults }, names, fewest = 5) {
  const known = new Set(names);
  return testResults
    .map(({ name, startTime, endTime, assertionResults }) => {
      const spent = new Map();
      for (const { fullName, duration = 0 } of assertionResults) {
        const resource = fullName.split(/[^\w]+/).find((word) => known.has(word));
        if (resource !== undefined) spent.set(resource, (spent.get(resource) ?? 0) + duration / 1000);
      }
      const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
      return {
        name: name.replace(`${root}/`, ''),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.length,
        ...(spent.size >= fewest && { resources: spent.size, each: total / spent.size }),
      };
    })
    .toSorted((one, other) => other.seconds - one.seconds);
}

const resourceNames = () =>
  [...readFileSync(`${root}/packages/model/src/definitions.generated.ts`, 'utf8').matchAll(/^ {2}(\w+): async/gm)].map(
    ([, name]) => name,
  );

function print() {
  const folder = `${cache}/test`;
  const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (reports.length === 0) console.log('no report yet: run `npm test` first');
  for (const report of reports) {
    const files = timesOf(JSON.parse(readFileSync(`${folder}/${report}`, 'utf8')), resourceNames());
    const sum = files.reduce((total, { seconds }) => total + seconds, 0);
    console.log(`\n${report}: ${files.length} files, ${sum.toFixed(0)} s`);
    for (const { name, seconds, tests, resources, each } of files)
      console.log(
        `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(5)} tests  ${name}${each === undefined ? '' : `  ${each.toFixed(2)} s for each of ${resources} resources`}`,
      );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) print();
