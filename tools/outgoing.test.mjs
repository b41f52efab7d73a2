import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { root } from './root.mjs';
import { nodesOf } from './source-rules.mjs';
import { filesBelow } from './staleness.mjs';

const sources = filesBelow(['apps/server/src']).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

const libraries = new Set([
  'pg',
  'pg-boss',
  'nodemailer',
  'undici',
  'ws',
  'socket.io-client',
  'node:net',
  'node:tls',
  'node:http',
  'node:https',
  'node:http2',
  'node:dgram',
]);

/** Functions that parse an address without connecting. */
const readers = new Set(['isIP', 'isIPv4', 'isIPv6']);

const readsOnly = (node) => node.specifiers.every(({ imported }) => readers.has(imported?.name));

const connects = (node) =>
  (node.type === 'ImportDeclaration' &&
    node.importKind !== 'type' &&
    libraries.has(node.source.value) &&
    !readsOnly(node)) ||
  (node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    ['fetch', 'WebSocket', 'EventSource'].includes(node.callee.name));

test('connections are made by the database folder, by jobs and by the three providers of messages alone', () => {
  const found = sources.filter((path) =>
    [...nodesOf(parseAst(readFileSync(`${root}/${path}`, 'utf8'), { lang: 'ts', astType: 'ts' }))].some(([node]) =>
      connects(node),
    ),
  );
  const elsewhere = found.filter((path) => !path.startsWith('apps/server/src/platform/database/'));
  expect(elsewhere.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'apps/server/src/platform/jobs-connections.ts',
    'apps/server/src/platform/jobs.ts',
    'apps/server/src/platform/messages/aliyun-sms.ts',
    'apps/server/src/platform/messages/smtp.ts',
    'apps/server/src/platform/messages/wechat-api.ts',
    'apps/server/src/platform/outside-address.ts',
  ]);
  expect(found.length - elsewhere.length).toBeGreaterThan(5);
});
