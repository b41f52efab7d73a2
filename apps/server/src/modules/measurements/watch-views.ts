import { bloodGlucoseReading, bodyCompositionReading, dataOrigins, isCommonField } from '@kangmai/model';
import { fieldOf, stemsOf, type AnyResource } from '@kangmai/resource';
import {
  call,
  listQueryInput,
  type listQuery,
  pageInShape,
  pageOf,
  wrappedRow,
  type Call,
} from '../../engine/public.ts';
import { totalFrom } from './totals.ts';

type Condition = ReturnType<typeof listQuery>['conditions'][number];

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
    Object.entries(base.fields).filter(([name]) => isCommonField(name) || view.own.includes(name)),
  );
  for (const name of view.own) fieldOf(base, name);
  return { ...base, name: view.name, title: view.title, fields, wire: { ...base.wire, ...namesOf(view.wire) } };
}

const fromDevices: Condition = {
  field: 'origin',
  operator: 'in',
  value: [dataOrigins.read('0'), dataOrigins.read('2')],
};

/** A view of another kind's table: fewer fields of its own, fixed conditions, its own service name. */
interface View {
  readonly base: AnyResource;
  readonly name: string;
  readonly title: string;
  readonly own: readonly string[];
  readonly fixed: readonly Condition[];
}

const viewCall = (wire: string, view: View): Call => {
  const resource = narrowed(view.base, { ...view, wire });
  return call({
    wire,
    title: view.title,
    permission: stemsOf(resource),
    input: listQueryInput(resource),
    output: pageOf(wrappedRow(resource)),
    run: (ctx, query) => {
      const rows = ctx.rows(resource);
      const write = rows.plan.writer.wrapped;
      return pageInShape(ctx, rows, { query, only: view.fixed, totalFrom, write: (found) => found.map(write) });
    },
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
