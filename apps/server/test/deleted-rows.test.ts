import { expect, test } from 'vitest';
import { deletedReasons, readsDeleted } from './statements/deleted-rows.ts';
import { statementsIn } from './statements/scan.ts';
import { moduleFiles, sourceFolder } from './statements/sources.ts';

const readsCentral =
  /\b(?:from|join|update|using)\s+(?:only\s+)?(?:client|device|app_user|abnormal_case|device_binding)\b/i;

const withoutCondition = (path: string): readonly string[] =>
  statementsIn(`${sourceFolder}/${path}`)
    .filter(({ known }) => readsCentral.test(known) && !/\bis_deleted\b/.test(known))
    .map(({ line, head }) => `${path}:${line} ${head}`);

test('a statement on clients, devices, bindings, accounts or cases names is_deleted or has a listed reason', () => {
  const found = new Map(moduleFiles().map((path) => [path, withoutCondition(path)]));
  const wrong = [...new Set([...found.keys(), ...Object.keys(readsDeleted)])].flatMap((path) => {
    const lines = found.get(path) ?? [];
    const known = readsDeleted[path]?.[0] ?? 0;
    return lines.length === known ? [] : [`${path}: ${lines.length} without is_deleted, ${known} listed`, ...lines];
  });
  expect(wrong).toEqual([]);
  expect(
    Object.values(readsDeleted).filter(([, ...why]) => !why.every((word) => Object.hasOwn(deletedReasons, word))),
  ).toEqual([]);
});
