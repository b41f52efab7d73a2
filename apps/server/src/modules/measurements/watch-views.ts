import { bloodGlucoseReading, bodyCompositionReading, dataOrigins, measurementFields } from '@kangmai/model';
import { fieldOf, stemsOf, type AnyResource } from '@kangmai/resource';
import {
  call,
  listQueryInput,
  listQuery,
  pageOf,
  streamAbove,
  StreamedPage,
  wrappedRow,
  type Call,
  type CallCtx,
  type Page,
  type PlainRow,
  type Plan,
  type Query,
  type WireRow,
} from '../../engine/public.ts';
import { totalFrom } from './totals.ts';

type Condition = ReturnType<typeof listQuery>['conditions'][number];

/** A view of another kind's table: fewer fields, fixed conditions, a service name of its own. */
interface View {
  readonly resource: AnyResource;
  readonly fixed: readonly Condition[];
}

const shared = new Set(Object.keys(measurementFields({})));

/** Service and entity of a call's address: the service is the entity's plural. */
function namesOf(wire: string): { readonly service: string; readonly entity: string } {
  const service = wire.slice(wire.indexOf(' ') + 1, wire.indexOf('/'));
  return { service, entity: service.replace(service.endsWith('ses') ? /es$/ : /s$/, '') };
}

function narrowed(
  base: AnyResource,
  view: { readonly wire: string; readonly name: string; readonly title: string; readonly own: readonly string[] },
): AnyResource {
  const fields = Object.fromEntries(
    Object.entries(base.fields).filter(([name]) => shared.has(name) || view.own.includes(name)),
  );
  for (const name of view.own) fieldOf(base, name);
  return { ...base, name: view.name, title: view.title, fields, wire: { ...base.wire, ...namesOf(view.wire) } };
}

const fromDevices: Condition = {
  field: 'origin',
  operator: 'in',
  value: [dataOrigins.read('0'), dataOrigins.read('2')],
};

async function* viewPages(
  pages: AsyncIterable<readonly PlainRow[]>,
  write: Plan['writer']['wrapped'],
): AsyncGenerator<ReturnType<Plan['writer']['wrapped']>[]> {
  for await (const rows of pages) yield rows.map(write);
}

async function viewPage(ctx: CallCtx, { resource, fixed }: View, asked: Query): Promise<Page<WireRow>> {
  const rows = ctx.rows(resource);
  const list = listQuery(rows.plan, ctx, asked);
  const query = { ...list, conditions: [...list.conditions, ...fixed] };
  const write = rows.plan.writer.wrapped;
  const page = await rows.page(query.take > streamAbove ? { ...query, take: 1 } : query, totalFrom);
  const head = page.capped ? { totalCount: page.total, totalCountCapped: true as const } : { totalCount: page.total };
  return query.take > streamAbove
    ? new StreamedPage({ head, rows: viewPages(rows.stream(query), write), keys: ['items'] })
    : { ...head, items: page.rows.map(write) };
}

const viewCall = (
  wire: string,
  view: Omit<View, 'resource'> & {
    readonly base: AnyResource;
    readonly name: string;
    readonly title: string;
    readonly own: readonly string[];
  },
): Call => {
  const resource = narrowed(view.base, { ...view, wire });
  return call({
    wire,
    title: view.title,
    permission: stemsOf(resource),
    input: listQueryInput(resource),
    output: pageOf(wrappedRow(resource)),
    run: (ctx, query) => viewPage(ctx, { resource, fixed: view.fixed }, query),
  });
};

export const watchViewCalls: readonly Call[] = [
  viewCall('GET Watch_bfs/GetAll', {
    base: bodyCompositionReading,
    name: 'watchBodyFat',
    title: '手表体脂同步',
    own: ['bodyFatRate', 'bmi'],
    fixed: [fromDevices, { field: 'bodyFatRate', operator: 'ge', value: 0 }],
  }),
  viewCall('GET Watch_bses/GetAll', {
    base: bloodGlucoseReading,
    name: 'watchGlucose',
    title: '手表血糖同步',
    own: ['bloodSugar', 'period'],
    fixed: [fromDevices],
  }),
  viewCall('GET Watch_weights/GetAll', {
    base: bodyCompositionReading,
    name: 'watchWeight',
    title: '体重',
    own: ['weight', 'height', 'bmi'],
    fixed: [],
  }),
];
