import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, runNode } from './root.mjs';
import { serve } from './template/serve.mjs';

test('without a template the run says that it has not run, and never that something passed', async () => {
  const { code, output } = await runNode(`${root}/tools/template/main.mjs`, [], { env: { TEMPLATE_DIR: '' } });
  expect(code).toBe(0);
  expect(output).toContain('not run');
  expect(output).not.toContain('passed');
});

test('a folder without a template is an error', async () => {
  const { code, output } = await runNode(`${root}/tools/template/main.mjs`, [], { env: { TEMPLATE_DIR: '/nowhere' } });
  expect([code, output]).toEqual([1, expect.stringContaining('not run')]);
});

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
let folder;
let product;
let server;
beforeAll(async () => {
  folder = mkdtempSync(`${tmpdir()}/template-`);
  mkdirSync(`${folder}/static`);
  writeFileSync(`${folder}/index.html`, 'first page');
  writeFileSync(`${folder}/static/a.js`, 'script');
  writeFileSync(`${folder}/abp.signalr-client.js`, 'signals');
  product = await listening(
    createServer((from, to) => to.end(`${from.method} ${from.url} ${String(from.headers['abp.tenantid'])}`)),
  );
  server = await serve({ folder, base: `http://127.0.0.1:${product.address().port}`, port: 0 });
});
afterAll(() => {
  for (const each of [server, product]) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = async (path, init) => (await fetch(`http://127.0.0.1:${server.address().port}${path}`, init)).text();

test.each([
  ['/', 'first page'],
  ['/users', 'first page'],
  ['/static/a.js', 'script'],
  ['/dist/abp.signalr-client.js', 'signals'],
  ['/..%2f..%2fetc/passwd', 'first page'],
])('%s is served as a file', async (path, text) => {
  expect(await textOf(path)).toBe(text);
});

test.each(['/api/services/app/User/GetAll?a=1', '/AbpUserConfiguration/GetAll', '//signalr/negotiate'])(
  '%s goes to the product with its headers',
  async (path) => {
    const init = { method: 'POST', headers: { 'abp.tenantid': '7' }, body: '{}' };
    expect(await textOf(path, init)).toBe(`POST ${path} 7`);
  },
);
