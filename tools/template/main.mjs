import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../chromium.mjs';
import { countLine, step, sum } from '../report.mjs';
import { cache, root, run, stopWithChildren } from '../root.mjs';
import { roles, signIn, tenants, users } from './drive.mjs';
import { serve } from './serve.mjs';

// Runs the unmodified classic React template against the product: builds a copy, serves it, drives it in Chromium.

stopWithChildren();

const source = process.env.TEMPLATE_DIR;
const copy = `${cache}/template`;
const left = /(^|\/)(node_modules|build|\.git)(\/|$)/;

/** Builds the template for an address. Its tools are older than this Node's encryption. */
async function build(url) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(source, copy, { recursive: true, filter: (path) => !left.test(path.slice(source.length)) });
  const env = {
    NODE_OPTIONS: '--openssl-legacy-provider',
    CI: 'false',
    REACT_APP_REMOTE_SERVICE_BASE_URL: `${url}/`,
    REACT_APP_APP_BASE_URL: url,
  };
  const install = existsSync(`${copy}/package-lock.json`) ? 'ci' : 'install';
  const installed = await run('npm', [install, '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: copy,
    minutes: 20,
  });
  return installed.code === 0 ? run('npm', ['run', 'build'], { cwd: copy, env, minutes: 20 }) : installed;
}

/** Starts the product with the demo in a folder of its own; answers address, password, and how it ends. */
async function startProduct() {
  const folder = mkdtempSync(`${tmpdir()}/template-`);
  const child = spawn(process.execPath, [`${root}/tools/start.mjs`], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let told = '';
  const started = new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      told += text;
      const [, base, password] = /is ready: (\S+) .*password (\S+)/.exec(told) ?? [];
      if (base) resolve({ base, password, stop });
    });
  });
  const found = await Promise.race([started, ended]);
  if (typeof found === 'object' && found !== null) return found;
  throw new Error(`the product did not start: ${told.slice(-500)}`);
}

const done = { code: 0, output: '' };

/** Drives the template: at a tenant, then at the host. */
async function drive(url, password) {
  const browser = await browsers.launch({ executablePath: await chromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1366, height: 900 } });
  const at = { page, url };
  const counts = [];
  /** A failed part tells what the template says in a dialog. */
  const outcome = async (error) => {
    const told = await page.locator('.ant-modal-confirm:visible').allInnerTexts();
    return { code: 1, output: `${told.join('\n')}\n${error.message}` };
  };
  const part = async (name, work) => counts.push(await step(name, () => work().then(() => done, outcome)));
  await part('sign-in at a tenant', () => signIn(at, { tenant: 'Default', userName: 'admin', password }));
  await part('roles', () => roles(at, /Users|用户/));
  await part('users', () => users(at, { role: /./, password: 'Template-Horse-1' }));
  await part('sign-in at the host', () => signIn(at, { userName: 'admin', password }));
  await part('tenants', () => tenants(at));
  await browser.close();
  return sum(counts);
}

/** The whole run: the copy is built for the address at which it is then served. */
async function everything() {
  const product = await startProduct();
  const parts = { folder: `${copy}/build`, base: product.base, port: 0 };
  const server = await serve(parts);
  const url = `http://127.0.0.1:${server.address().port}`;
  try {
    const built = await step('build of the template', () => build(url));
    return built.failed > 0 ? built : sum([built, await drive(url, product.password)]);
  } finally {
    server.close();
    server.closeAllConnections();
    await product.stop();
  }
}

if (!source) {
  console.log('template run: not run, TEMPLATE_DIR names no folder of the classic React template');
} else if (!existsSync(`${source}/package.json`)) {
  console.log(`template run: not run, ${source} holds no package.json`);
  process.exitCode = 1;
} else {
  const counts = await everything();
  console.log(`template run: ${countLine(counts)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
