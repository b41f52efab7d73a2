import { listed, reasons } from './listed.ts';
import { leftOutIn, statementsIn } from './scan.ts';
import { moduleFiles, sourceFolder } from './sources.ts';

const reasonsOf = (path: string): string => {
  const [, ...words] = listed[path] ?? [0];
  return words.length === 0 ? 'not in the list' : words.map((word) => reasons[word]).join('; ');
};

const lines = (path: string): readonly string[] => [
  ...leftOutIn(`${sourceFolder}/${path}`).map(
    ({ line, method, reason }) => `${path}:${line} ${method}: ${reason ?? 'no reason'}`,
  ),
  ...statementsIn(`${sourceFolder}/${path}`).map(
    ({ line, head }) => `${path}:${line} text (${reasonsOf(path)}): ${head}`,
  ),
];

/** Prints every condition left out of a query and every statement that stands as text, with the reasons. */
for (const path of moduleFiles()) for (const line of lines(path)) process.stdout.write(`${line}\n`);
