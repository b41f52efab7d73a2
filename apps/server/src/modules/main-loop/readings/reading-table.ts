import { kindOf as catalogueOf, type MeasurementKind } from '@kangmai/domain';
import { isCommonField, ownFieldsOf, type CommonField } from '@kangmai/model';
import { columnsOfField, jsonKeyOf, kindOf, type AnyResource } from '@kangmai/resource';

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

/** A column of a statement that writes readings. */
export interface Column {
  readonly name: string;
  readonly type: string;
  /** May be left out of a statement where it is empty in every row. */
  readonly isOptional: boolean;
  readonly read: (reading: StoredReading) => unknown;
}

/** The table of one kind of reading, with the columns that only this kind has. */
export interface ReadingTable {
  readonly resource: AnyResource;
  readonly own: readonly OwnColumn[];
  /** The columns that it shares with other kinds. */
  readonly shared: readonly Column[];
}

/** Reads the table of a kind from its definition; metrics and fields meet by their wire name. */
export function readingTable(resource: AnyResource): ReadingTable {
  const own = ownFieldsOf(resource).flatMap(([name, field]): OwnColumn[] => {
    const usual = kindOf(field).toStore(field.options.default ?? null, field);
    return columnsOfField(name, field)
      .slice(0, 1)
      .map((column) => ({ key: jsonKeyOf(name, field), name: column.name, type: column.type, usual }));
  });
  const shared = Object.entries(resource.fields).flatMap(([name, field]): Column[] => {
    const { required = false, default: usual } = field.options;
    return isCommonField(name) && name !== 'isTwin'
      ? columnsOfField(name, field).map((column) => ({
          name: column.name,
          type: column.type,
          isOptional: !required && usual === undefined,
          read: readers[name],
        }))
      : [];
  });
  return { resource, own, shared };
}

let received = { at: new Date(0), text: '' };

/** All readings of a delivery have one time of receipt: it is written out once. */
function receivedText(at: Date): string {
  if (received.at !== at) received = { at, text: at.toISOString() };
  return received.text;
}

/** The mark of doubles stands with the statistics. */
const readers: Readonly<Record<Exclude<CommonField, 'isTwin'>, Column['read']>> = {
  device: ({ deviceId }) => deviceId,
  client: ({ clientId }) => clientId,
  measuredAt: ({ measuredAt }) => measuredAt.toISOString(),
  receivedAt: ({ receivedAt }) => receivedText(receivedAt),
  deviceTime: ({ deviceTime }) => deviceTime?.toISOString() ?? null,
  origin: ({ origin }) => origin,
  flag: ({ level }) => (level > 0 ? 1 : 0),
  level: ({ level }) => level,
  result: ({ result }) => result,
  timeQuality: ({ timeQuality }) => timeQuality,
  quality: ({ quality }) => quality,
  slot: ({ slot }) => slot,
  source: ({ sourceId }) => sourceId,
  operator: ({ operatorId }) => operatorId,
  remark: ({ remark }) => remark,
  supersedes: ({ supersedes }) => supersedes,
  childImei: ({ childImei }) => childImei ?? null,
  seq: ({ seq }) => seq ?? null,
};

/** Whether the table of a kind has a column that most kinds have. */
export const hasColumn = ({ shared }: Pick<ReadingTable, 'shared'>, column: string): boolean =>
  shared.some(({ name }) => name === column);

/** The figures of a kind that its table keeps, with their columns. */
export function figuresOf({ own }: ReadingTable, kind: string): readonly OwnColumn[] {
  const keys = new Set(catalogueOf(kind as MeasurementKind).metrics.map(({ key }) => key));
  return own.filter(({ key }) => keys.has(key));
}
