import { kindOf as catalogueOf, type MeasurementKind } from '@kangmai/domain';
import { isCommonField, ownFieldsOf, type CommonField } from '@kangmai/model';
import { columnsOfField, jsonKeyOf, kindOf, type AnyResource } from '@kangmai/resource';

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
  readonly childImei?: string | null;
  readonly seq?: number | null;
  /** Key for repeated messages; null when the measuring time identifies the reading. */
  readonly dedupKey: string | null;
  readonly values: { readonly [metric: string]: unknown };
}

interface OwnColumn {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly usual: unknown;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  /** Left out of a statement when empty in every row. */
  readonly isOptional: boolean;
  readonly read: (reading: StoredReading) => unknown;
}

export interface ReadingTable {
  readonly resource: AnyResource;
  readonly own: readonly OwnColumn[];
  readonly shared: readonly Column[];
}

/** Builds the table of a kind from its definition; metrics and fields are matched by wire name. */
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

function receivedText(at: Date): string {
  if (received.at !== at) received = { at, text: at.toISOString() };
  return received.text;
}

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

export const hasColumn = ({ shared }: Pick<ReadingTable, 'shared'>, column: string): boolean =>
  shared.some(({ name }) => name === column);

export function figuresOf({ own }: ReadingTable, kind: string): readonly OwnColumn[] {
  const keys = new Set(catalogueOf(kind as MeasurementKind).metrics.map(({ key }) => key));
  return own.filter(({ key }) => keys.has(key));
}
