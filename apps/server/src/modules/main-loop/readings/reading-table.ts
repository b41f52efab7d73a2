import { kindOf as catalogueOf, type MeasurementKind } from '@kangmai/domain';
import { columnsOf, columnsOfField, jsonKeyOf, kindOf, type AnyResource } from '@kangmai/resource';

/** A reading ready to be written: its columns by name, as the table keeps them. */
export interface StoredReading {
  readonly deviceId: number | null;
  readonly deviceVersion: number | null;
  readonly clientId: number | null;
  readonly measuredAt: Date;
  readonly receivedAt: Date;
  readonly deviceTime: Date | null;
  readonly origin: number;
  readonly level: number;
  readonly result: string | null;
  readonly timeQuality: number;
  readonly quality: number;
  readonly slot: number;
  readonly sourceId: number | null;
  readonly operatorId: number | null;
  readonly remark: string | null;
  readonly supersedes: number | null;
  /** The sub-device that measured; absent where the device itself did. */
  readonly childImei?: string | null;
  /** The source's revision of the reading. */
  readonly seq?: number | null;
  /** Key under which a repeated message is known; null for readings that their own time tells apart. */
  readonly dedupKey: string | null;
  /** Values of the kind's own columns, by the metric's key. */
  readonly values: { readonly [metric: string]: unknown };
}

interface OwnColumn {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** What is stored when nothing was said. */
  readonly usual: unknown;
}

/** The table of one kind of reading, with the columns that only this kind has. */
export interface ReadingTable {
  readonly resource: AnyResource;
  readonly own: readonly OwnColumn[];
  /** The columns that it shares with other kinds. */
  readonly shared: readonly Column[];
}

const common = new Set([
  'device',
  'client',
  'measuredAt',
  'receivedAt',
  'deviceTime',
  'origin',
  'flag',
  'level',
  'result',
  'timeQuality',
  'quality',
  'supersedes',
  'operator',
  'remark',
  'slot',
  'source',
  'childImei',
  'seq',
]);

/** Reads the table of a kind from its definition; metrics and fields meet by their wire name. */
export function readingTable(resource: AnyResource): ReadingTable {
  const own = Object.entries(resource.fields)
    .filter(([name]) => !common.has(name))
    .flatMap(([name, field]): OwnColumn[] => {
      const column = columnsOfField(name, field)[0];
      return column
        ? [
            {
              key: jsonKeyOf(name, field),
              name: column.name,
              type: kindOf(field).storage(field).type,
              usual: kindOf(field).toStore(field.options.default ?? null, field),
            },
          ]
        : [];
    });
  return {
    resource,
    own,
    shared: shared.filter(([column]) => columnsOf(resource).some(({ name }) => name === column)),
  };
}

export type Column = readonly [column: string, type: string, read: (reading: StoredReading) => unknown];

const shared: readonly Column[] = [
  ['device_id', 'bigint', (reading) => reading.deviceId],
  ['client_id', 'bigint', (reading) => reading.clientId],
  ['measured_at', 'timestamptz', (reading) => reading.measuredAt.toISOString()],
  ['received_at', 'timestamptz', (reading) => reading.receivedAt.toISOString()],
  ['device_time', 'timestamptz', (reading) => reading.deviceTime?.toISOString() ?? null],
  ['origin', 'smallint', (reading) => reading.origin],
  ['flag', 'smallint', (reading) => (reading.level > 0 ? 1 : 0)],
  ['level', 'smallint', (reading) => reading.level],
  ['result', 'text', (reading) => reading.result],
  ['time_quality', 'smallint', (reading) => reading.timeQuality],
  ['quality', 'smallint', (reading) => reading.quality],
  ['slot', 'smallint', (reading) => reading.slot],
  ['source_id', 'bigint', (reading) => reading.sourceId],
  ['operator_id', 'bigint', (reading) => reading.operatorId],
  ['remark', 'text', (reading) => reading.remark],
  ['supersedes', 'bigint', (reading) => reading.supersedes],
  ['child_imei', 'text', (reading) => reading.childImei ?? null],
  ['seq', 'integer', (reading) => reading.seq ?? null],
];

/** The figures of a kind that its table keeps, with their columns. */
export function figuresOf({ own }: ReadingTable, kind: string): readonly OwnColumn[] {
  const keys = new Set(catalogueOf(kind as MeasurementKind).metrics.map(({ key }) => key));
  return own.filter(({ key }) => keys.has(key));
}
