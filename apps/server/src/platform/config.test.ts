import { expect, test } from 'vitest';
import { ConfigProblem, demoTenant, isLocalOnly, isLoopback, readConfig, settings, settingsTable } from './config.ts';

test('an empty environment gives a server on loopback with its own database', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 5000,
    databaseUrl: undefined,
    demo: true,
    trustProxy: false,
    logLevel: 'info',
    corsOrigins: [],
  });
  expect(config.dataDir.endsWith('/data')).toBe(true);
});

test('variables are read by their kind', () => {
  const config = readConfig({
    PORT: '0',
    DEMO: '0',
    DATABASE_URL: 'postgres://u:p@h/d',
    CORS_ORIGINS: 'https://a.cn, https://b.cn',
    DATABASE_POOLER: 'on',
    ADMIN_PASSWORD: '  ',
  });
  expect(config).toMatchObject({
    port: 0,
    demo: false,
    databaseUrl: 'postgres://u:p@h/d',
    corsOrigins: ['https://a.cn', 'https://b.cn'],
    databasePooler: true,
    adminPassword: undefined,
  });
});

test('every wrong variable is named, without its value', () => {
  const read = () =>
    readConfig({
      PORT: '70000',
      DEMO: 'maybe',
      SECRET_KEY: 'short-secret',
      DATABASE_URL: 'mysql://u:p@h/d',
      LOG_LEVEL: 'loud',
    });
  expect(read).toThrow(ConfigProblem);
  for (const name of ['PORT', 'DEMO', 'SECRET_KEY', 'DATABASE_URL', 'LOG_LEVEL']) expect(read).toThrow(name);
  expect(read).not.toThrow('short-secret');
});

test('the table of the manual names every variable', () => {
  const table = settingsTable();
  for (const { env } of Object.values(settings)) expect(table).toContain(`\`${env}\``);
});

test('loopback is known in its spellings', () => {
  expect(['127.0.0.1', '127.8.0.1', 'localhost', '::1'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '192.168.1.4', 'example.com'].some(isLoopback)).toBe(false);
});

test.each([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.2' }, false],
  [{ TRUST_PROXY: '1' }, false],
  [{ PUBLIC_URL: 'https://care.example' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1.care.example' }, false],
] as const)('%j is reached from this machine only: %s', (env, isLocal) => {
  expect(isLocalOnly(readConfig(env))).toBe(isLocal);
});

test('the sign-in page begins with the demo only where nobody else can reach it and its password is the printed one', () => {
  expect(demoTenant(readConfig({}))).toBe('Default');
  const elsewhere: readonly Record<string, string>[] = [
    { DEMO: '0' },
    { ADMIN_PASSWORD: 'Other-Horse-1' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://care.example' },
    { TRUST_PROXY: '1' },
  ];
  for (const env of elsewhere) expect(demoTenant(readConfig(env)), JSON.stringify(env)).toBeNull();
});
