import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { action, date, defineModel, defineResource, id, integer, phone, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
// The whole server is loaded, as in a started one.
import '../src/compose.ts';
import { buildApp, type AppParts } from '../src/app.ts';
import { implement } from '../src/engine/crud/implement.ts';
import { planner } from '../src/engine/crud/plan.ts';

// Registers the given number of made-up resources and prints processor time and memory. Runs in its own process.

const madeUp = (at: number) =>
  defineResource({
    name: `madeUp${at}`,
    title: `虚构${at}`,
    en: `Made up ${at}`,
    scope: 'tenant',
    permission: `Pages.MadeUp${at}`,
    wire: {
      service: `MadeUp${at}`,
      entity: `MadeUp${at}`,
      wrap: true,
      calls: { ...usualCalls(`MadeUp${at}`), paged: 'GetPagedAll' },
      joins: { beforeName: 'before.heading' },
    },
    fields: {
      heading: text({ label: '标题', en: 'Heading', required: true, max: 20, filter: 'like' }),
      number: integer({ label: '编号', en: 'Number', filter: 'exact' }),
      day: date({ label: '日期', en: 'Day', filter: 'range' }),
      phone: phone({ label: '手机号', en: 'Mobile', sensitive: 'sealed', filter: 'exact' }),
      before: ref(`madeUp${Math.max(0, at - 1)}`, { label: '前一个', en: 'Before', filter: 'exact' }),
    },
    list: { columns: ['heading', 'number', 'day'], sort: 'heading', search: ['heading'] },
    display: 'heading',
    actions: { close: action({ label: '关闭', wire: 'POST Close', permission: 'Edit', input: { id: id() } }) },
  });

/** Bytes of this process after everything that is not needed was given back. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().rss;
}

const resources = Array.from({ length: Number(process.argv[2]) }, (_each, at) => madeUp(at));
const model = defineModel(resources);
const began = process.cpuUsage();
// Only what registering needs: no call is made.
const app = await buildApp({
  surroundings: { database: {} },
  model,
  modules: [
    {
      name: 'madeUp',
      implementations: resources.map((resource) => implement(resource, { actions: { close: async () => null } })),
    },
  ],
  planOf: planner(model),
  identity: {},
  excel: async () => null,
  log: {},
  observe: () => undefined,
  server: { trustProxy: false, origins: [], secure: false, connects: [] },
  exportTurns: {},
} as unknown as AppParts);
await app.http.ready();
const { user, system } = process.cpuUsage(began);
const found = await app.http.inject({
  method: 'POST',
  url: `/apis/api/services/app/madeup${resources.length - 1}/getall`,
});
process.stdout.write(
  `${JSON.stringify({ calls: app.entries.length, ms: (user + system) / 1000, bytes: memory(), status: found.statusCode })}\n`,
);
