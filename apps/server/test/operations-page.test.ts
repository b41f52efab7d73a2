import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '@kangmai/server/platform/config';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(`${root}docs/operations.md`, 'utf8');

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('names every metric that the server tells, and none that it does not', async () => {
  const { text } = await app.visitor().get('/metrics');
  const told = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name ?? '');
  expect(told.length).toBeGreaterThan(30);
  const named = [
    ...new Set(
      [...page.matchAll(/`((?:http|database|outbox|process|nodejs)_[a-z0-9_]+)/g)].map(([, name]) => name ?? ''),
    ),
  ];
  expect(named.sort()).toEqual(told.sort());
});

test('names commands and settings that there are', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    readonly scripts: Record<string, string>;
  };
  const commands = [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? '');
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const known = new Set<string>([
    ...Object.values(settings).map(({ env }) => env),
    'BACKUP_PASSPHRASE',
    'BYPASSRLS',
    'FORCE',
    'SIGTERM',
    'TLS',
    'HSTS',
    'SQL',
  ]);
  expect(
    [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !known.has(name)),
  ).toEqual([]);
});
