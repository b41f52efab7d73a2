import { randomInt } from 'node:crypto';
import type { Answer, Client } from '@kangmai/testkit/client';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

interface Page {
  readonly items: readonly { readonly device: { readonly imei: string } }[];
}

const imeisOf = async (admin: Client): Promise<readonly string[]> =>
  (await admin.get<Page>('Devices/GetAll', { MaxResultCount: 5 })).result.items.map(({ device }) => device.imei);

function save(admin: Client, more: object): Promise<Answer<number>> {
  const code = `attack${randomInt(1_000_000_000)}`;
  return admin.post<number>('IngestSources/CreateOrEdit', {
    sourceName: code,
    sourceCode: code,
    protocol: 'json',
    authType: 'bearer',
    ipAllow: '127.0.0.1',
    ...more,
  });
}

/** The door as a source of a tenant that lists some of its devices. */
async function sourceOf(target: Target, admin: Client, imeiList: readonly string[]): Promise<Client> {
  const { result: id } = await save(admin, { imeiList });
  const { result } = await admin.post<{ readonly apiKey: string }>('IngestSources/RotateKey', { id });
  return (await target.visitor()).with({ authorization: `Bearer ${result.apiKey}` });
}

/** A tenant's source that reaches for devices of another tenant. */
export const sources: Attack = {
  name: 'A7',
  title: "a tenant's source and imeis that are not its own",
  async run(target, report) {
    const [victim, thief] = [await target.as('admin', 'Default'), await target.as('admin', 'jincheng')];
    const [foreign, own] = [await imeisOf(victim), await imeisOf(thief)];
    const nobodys = `9${randomInt(10_000_000, 100_000_000)}000000`;
    report.must(
      "a prefix is the host's",
      (await save(thief, { imeiPrefix: '8' })).status === 400,
      'a tenant has a source with a prefix',
    );
    const refusals = await Promise.all(
      [...foreign, nobodys].map(async (imei) => {
        const { status, text } = await save(thief, { imeiList: [imei] });
        return `${status} ${text.replaceAll(imei, 'X')}`;
      }),
    );
    const different = refusals.filter((refusal) => refusal !== refusals.at(-1) || !refusal.startsWith('400'));
    report.check('imeis of others are refused like those that nobody has', refusals.length, different);
    const door = await sourceOf(target, thief, own);
    const wrong: string[] = [];
    for (const dataType of ['heart', 'event']) {
      const values = dataType === 'event' ? { event: 'sos' } : { heart: 71 };
      for (const imei of [...foreign, nobodys]) {
        const { status, text } = await door.post('/api/ingest/v1/readings', { imei, dataType, values });
        if (status !== 202 || text !== '{"status":"quarantined","reason":"unknown_imei"}')
          wrong.push(`${dataType}: ${status} ${text}`);
      }
    }
    report.check('deliveries for imeis of others are answered like those that nobody has', 2 * refusals.length, wrong);
  },
};
