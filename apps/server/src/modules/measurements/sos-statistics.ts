import { roundTo } from '@kangmai/domain';
import { sosRecord, sosTypes } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { inSight, arrayOf, call, Values, whole, type CallCtx } from '../../engine/public.ts';
import { dateTypes, shownPeriod, statisticPeriod, timesInput, type Period } from './period.ts';
import { shareOf } from './figures.ts';
import { periodShape } from './shapes.ts';

interface Figures {
  readonly type: number | null;
  readonly count: number;
  readonly answered: number;
  readonly falseCount: number;
  readonly median: number | null;
  readonly p90: number | null;
}

/** Times from the call to the first response, without emergencies recorded by hand. */
async function figuresOf(ctx: CallCtx, period: Period, communityId: number | undefined): Promise<readonly Figures[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const conditions = [
    's.tenant_id = $1',
    'not s.is_deleted',
    `s.called_at >= ${bind(period.from)}`,
    `s.called_at < ${bind(period.until)}`,
    inSight(ctx, sosRecord, { alias: 's', values }),
  ];
  if (communityId !== undefined)
    conditions.push(
      `s.client_id in (select c.id from client c where c.tenant_id = $1 and c.organization_unit_id = ${bind(communityId)})`,
    );
  const seconds = (share: number): string =>
    `percentile_cont(${share}) within group (order by extract(epoch from s.responded_at - s.called_at)) filter (where s.responded_at >= s.called_at and s.type not in (5, 6))`;
  return ctx.tx.query<Figures>(
    `select s.type, count(*) as count, count(*) filter (where s.responded_at is not null) as answered, count(*) filter (where s.state = 4) as "falseCount", ${seconds(0.5)} as median, ${seconds(0.9)} as p90
     from sos_record s where ${conditions.join(' and ')} group by grouping sets ((s.type), ()) order by s.type nulls first`,
    values.list,
  );
}

const rounded = (value: number | null): number | null => (value === null ? null : roundTo(value, 1));

const figuresShape = {
  count: whole,
  answeredCount: whole,
  falseCount: whole,
  falseRate: z.number().nullable(),
  medianResponseSeconds: z.number().nullable(),
  p90ResponseSeconds: z.number().nullable(),
};
const figuresOutput = z.object(figuresShape);
const output = z.object({
  ...periodShape,
  ...figuresShape,
  kinds: arrayOf(z.object({ sosType: whole, name: z.string(), ...figuresShape })),
});

const figuresAnswer = ({ count, answered, falseCount, median, p90 }: Figures): z.output<typeof figuresOutput> => ({
  count,
  answeredCount: answered,
  falseCount,
  falseRate: shareOf(falseCount, count),
  medianResponseSeconds: rounded(median),
  p90ResponseSeconds: rounded(p90),
});

const none: Figures = { type: null, count: 0, answered: 0, falseCount: 0, median: null, p90: null };

export const sosStatisticsCall = call({
  wire: `GET ${sosRecord.wire.service}/GetStatistics`,
  title: '求助统计',
  permission: stemsOf(sosRecord),
  input: z.object({
    ...timesInput,
    dateType: z.enum(dateTypes).optional(),
    communityId: z.coerce.number().int().positive().optional(),
  }),
  output: output,
  async run(ctx, { communityId, ...asked }) {
    const period = await statisticPeriod(ctx, asked);
    const figures = await figuresOf(ctx, period, communityId);
    const total = figures.find(({ type }) => type === null) ?? none;
    const kinds = figures.flatMap((each) =>
      each.type === null
        ? []
        : [
            {
              sosType: each.type,
              name: sosTypes.entries[sosTypes.read(each.type) ?? 'byHand'].label,
              ...figuresAnswer(each),
            },
          ],
    );
    return { ...shownPeriod(period), ...figuresAnswer(total), kinds };
  },
});
