import { startApp } from '@kangmai/testkit/app';
import { expect, test } from 'vitest';

test('pages connect to their own server and to the sockets of its public address, nowhere else', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'https://care.example:8443/base' } });
  const { headers } = await app.visitor().get('/health/live');
  await app.close();
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy.split(';').find((part) => part.startsWith('connect-src'))).toBe(
    "connect-src 'self' wss://care.example:8443",
  );
});
