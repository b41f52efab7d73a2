import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { call } from '../engine/crud/call.ts';
import { defineModel } from '@kangmai/resource';
import { addTexts } from '../platform/texts/index.ts';
import { CallLimits } from './limits.ts';
import { makeRegistry } from './registry.ts';
import { serveCalls } from './routes.ts';
import type { Edge } from './edge.ts';
import { makeServer } from './server.ts';
import { edgeTexts } from './texts.ts';

const noteCall = (wire: string) =>
  call({ wire, title: '便签', permission: 'signed-in', input: z.object({}), run: async () => null });
const entries = makeRegistry(
  {
    model: defineModel([]),
    plan: () => {
      throw new Error('no resource');
    },
    implementations: [],
    calls: ['GET Notes/GetAll', 'DELETE Notes/GetAll', 'POST /api/Way/In'].map(noteCall),
  },
  async () => null,
);
// Nobody is signed in, so a call that is found answers 401.
const edge = { limits: new CallLimits(), identity: {}, observe: () => undefined } as unknown as Edge;

let http: FastifyInstance;
beforeAll(async () => {
  addTexts(edgeTexts);
  http = await makeServer({ trustProxy: false, origins: [], secure: false, connects: [] });
  serveCalls(http, edge, entries);
  http.get('/health/live', () => ({ status: 'live' }));
});
afterAll(() => http.close());

const list = '/api/services/app/Notes/GetAll';
test.each([
  ['GET', list, 401],
  ['DELETE', list, 401],
  ['HEAD', list, 401],
  ['POST', '/api/Way/In', 401],
  ['GET', `${list}?a=/x/#y`, 401],
  ['GET', `/APIS${list.toUpperCase()}//`, 401],
  ['GET', '/api/services/app/Notes/Get%41ll', 401],
  ['POST', list, 405],
  ['PUT', list, 405],
  ['GET', '/api/Way/In', 405],
  ['HEAD', '/apis/api/way/in/', 405],
  ['PATCH', list, 404],
  ['GET', '/apis', 404],
  ['GET', '/', 404],
  ['GET', `/apis/apis${list}`, 404],
  ['GET', `/x${list}`, 404],
  ['GET', `${list}/more`, 404],
  ['GET', '/api/services/app/Notes%2FGetAll', 404],
  ['GET', '/__proto__', 404],
  ['POST', '/health/live', 404],
  ['GET', '/health/live', 200],
] as const)('%s %s answers %i', async (method, url, status) => {
  const answer = await http.inject({ method, url });
  expect(answer.statusCode).toBe(status);
  if (status === 404 || status === 405 || method === 'HEAD') expect(answer.body).toBe('');
  if (status === 405) expect(answer.headers.allow).toBe(url === list ? 'GET, DELETE' : 'POST');
});
