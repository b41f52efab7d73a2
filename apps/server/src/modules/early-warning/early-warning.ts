import { newsBands, newsParts, newsWindowHours, type NewsPart, type NewsReading } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, timestamp, whole, type CallCtx, type ServerModule } from '../../engine/public.ts';
import { refreshWarnings } from './refresh.ts';
import { warningsOf, type Scored, type Warning } from './warnings.ts';

const partOutput = z.object({
  part: z.enum(newsParts),
  value: z.number().nullable(),
  points: whole.nullable(),
  ['measure_time']: timestamp.nullable(),
});
const warningOutput = z.object({
  userId: whole,
  scale: whole,
  unfit: z.enum(['child', 'pregnant']).nullable(),
  total: whole.nullable(),
  band: z.enum(newsBands).nullable(),
  parts: arrayOf(partOutput),
  missing: arrayOf(z.enum(newsParts)),
});

function partOf(part: NewsPart, { score, used }: Warning): z.output<typeof partOutput> {
  const newest = used.find((reading: NewsReading) => reading.part === part);
  return {
    part,
    value: newest === undefined ? null : Number(newest.value),
    points: score?.points[part] ?? null,
    ['measure_time']: newest === undefined ? null : new Date(newest.at).toISOString(),
  };
}

const shown = (warning: Warning): z.output<typeof warningOutput> => ({
  userId: warning.person.id,
  scale: warning.person.scale,
  unfit: warning.unfit ?? null,
  total: warning.score?.total ?? null,
  band: warning.score?.band ?? null,
  parts: newsParts.map((part) => partOf(part, warning)),
  missing: warning.score?.missing ?? newsParts,
});

const mostPersons = 200;

async function seenPersons(ctx: CallCtx, ids: readonly number[]): Promise<readonly Scored[]> {
  const rows = await ctx.repo(client).list({ where: { id: { in: ids } } as object, take: mostPersons });
  return rows.map(({ id, birthday, riskTags, spo2Scale }) => ({
    id,
    birthday,
    tags: riskTags ?? [],
    scale: spo2Scale === 'hypercapnic' ? 2 : 1,
  }));
}

/** NEWS2 of persons with its parts; persons out of sight are left out. It opens no case. */
const warningsCall = call({
  wire: `GET ${client.wire.service}/GetEarlyWarnings`,
  title: '早期预警评分',
  resource: client,
  permission: [...stemsOf(client), 'Pages.HealthService', 'Pages.RemoteMonitoring'],
  input: z.object({
    ids: z
      .string()
      .max(4000)
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.number().int().positive()).max(mostPersons)),
  }),
  output: z.object({ windowHours: whole, items: arrayOf(warningOutput) }),
  run: async (ctx, { ids }) => ({
    windowHours: newsWindowHours,
    items: (await warningsOf(ctx, await seenPersons(ctx, ids))).map(shown),
  }),
});

type Stale = { readonly clientId: number } | { readonly clientIds: readonly number[] };

export const earlyWarningModule: ServerModule = {
  name: 'early-warning',
  calls: [warningsCall],
  follow: {
    'early-warning.stale': (ctx, payloads) =>
      refreshWarnings(
        ctx,
        (payloads as readonly Stale[]).flatMap((stale) => ('clientIds' in stale ? stale.clientIds : stale.clientId)),
      ),
  },
};
