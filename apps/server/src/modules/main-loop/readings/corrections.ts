import type { MeasurementKind } from '@kangmai/domain';
import type { Statement } from '../../../platform/database/database.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Deliverer } from '../intake/delivery.ts';
import type { ItemAnswer } from '../intake/ingest-item.ts';
import type { IngestParts } from '../intake/ingest-parts.ts';
import { rawOfReadings } from '../intake/raw-frames.ts';
import type { Ready } from './reading-row.ts';
import { insertReadings } from './statements.ts';
import { hasSameFigures, writtenOf, type WrittenReading } from './written-readings.ts';
import { hasColumn, type ReadingTable, type StoredReading } from './reading-table.ts';

type FirstRow = WrittenReading & { readonly seq: number | null };

export interface Revision {
  readonly each: Ready;
  readonly first: FirstRow;
}

interface ChainRow {
  readonly first: number;
  readonly id: number;
  readonly seq: number | null;
  readonly quality: number;
  readonly level: number;
  readonly operatorId: number | null;
  readonly [metric: string]: unknown;
}

interface Share {
  readonly tenantId: number;
  readonly deliverer: Deliverer;
  readonly answers: ItemAnswer[];
}

interface OfTable {
  readonly kind: MeasurementKind;
  readonly table: ReadingTable;
}

interface Unwritten {
  readonly refused: readonly Ready[];
  readonly changed: readonly Ready[];
}

export const isRevision = ({ item }: Ready, found: { readonly seq?: unknown }): boolean =>
  item.seq !== undefined && item.seq !== found.seq;

/** Selects the chain of rows that replaced stored rows, with revision and values. */
function findRevisions(table: ReadingTable, tenantId: number, rows: readonly WrittenReading[]): Statement {
  const own = table.own.map(({ name, key }) => `, r."${name}" as "${key}"`).join('');
  const level = hasColumn(table, 'level') ? 'r.level' : '0 as level';
  return {
    sql: `with recursive chain as (
        select k.id as first, k.id, k.measured_at, 0 as depth from unnest($2::bigint[], $3::timestamptz[]) as k(id, measured_at)
        union all select c.first, n.id, c.measured_at, c.depth + 1 from chain c
          join "${table.resource.table}" n on n.tenant_id = $1 and n.measured_at = c.measured_at and n.supersedes = c.id)
      select c.first, r.id, r.seq, r.quality, r.operator_id as "operatorId", ${level}${own} from chain c
      join "${table.resource.table}" r on r.tenant_id = $1 and r.measured_at = c.measured_at and r.id = c.id order by c.first, c.depth`,
    values: [tenantId, rows.map(({ id }) => id), rows.map(({ measuredAt }) => measuredAt)],
  };
}

const voided = 4;
const revisionOf = ({ seq }: { readonly seq: number | null }): number => seq ?? -1;

const correctionOf = ({ each, first }: Revision, end: ChainRow): StoredReading => ({
  ...each.row,
  measuredAt: first.measuredAt,
  dedupKey: null,
  supersedes: end.id,
});

/** A reading with a measuring time is only corrected at that time; the device's clock may have been set in between. */
const isSameTime = ({ each: { item, time, row }, first }: Revision): boolean =>
  item.measuredAt === undefined ||
  time.quality === 'corrected' ||
  row.measuredAt.getTime() === first.measuredAt.getTime();

export class Corrections {
  private readonly parts: IngestParts;
  constructor(parts: IngestParts) {
    this.parts = parts;
  }

  /** Writes revisions in order. Of two writers at once the second compares again with the new row. */
  async take(share: Share, of: OfTable, revisions: readonly Revision[]): Promise<Unwritten> {
    const refused: Ready[] = [];
    const changed: Ready[] = [];
    let left = revisions.toSorted((one, other) => (one.each.item.seq ?? 0) - (other.each.item.seq ?? 0));
    let ends = new Map<number, number>();
    while (left.length > 0) {
      const chains = await this.chainsOf(share, of, left);
      const { next, later } = this.sorted(share, left, { chains, refused });
      // The current row is the same as before the failed write: the device changed.
      const stuck = next.filter(({ revision, end }) => ends.get(revision.first.id) === end.id);
      changed.push(...stuck.map(({ revision }) => revision.each));
      const tried = next.filter((each) => !stuck.includes(each));
      const unwritten = await this.write(share, of, tried);
      ends = new Map(unwritten.map(({ revision, end }) => [revision.first.id, end.id]));
      left = [...unwritten.map(({ revision }) => revision), ...later].toSorted(
        (one, other) => (one.each.item.seq ?? 0) - (other.each.item.seq ?? 0),
      );
    }
    return { refused, changed };
  }

  private async chainsOf(
    { tenantId }: Share,
    { table }: OfTable,
    revisions: readonly Revision[],
  ): Promise<ReadonlyMap<number, readonly ChainRow[]>> {
    const firsts = [...new Map(revisions.map(({ first }) => [first.id, first])).values()];
    const { sql, values } = findRevisions(table, tenantId, firsts);
    return groupBy(
      await this.parts.database.withTenant(tenantId, (tx) => tx.query<ChainRow>(sql, values), { lane: 'alarm' }),
      ({ first }) => first,
    );
  }

  /** Answers repetitions, refuses older revisions and picks the next correction of each reading. */
  private sorted(
    { answers }: Share,
    left: readonly Revision[],
    { chains, refused }: { readonly chains: ReadonlyMap<number, readonly ChainRow[]>; readonly refused: Ready[] },
  ): { readonly next: readonly NextCorrection[]; readonly later: readonly Revision[] } {
    const next = new Map<number, NextCorrection>();
    const later: Revision[] = [];
    for (const revision of left) {
      const { each, first } = revision;
      const chain = chains.get(first.id) ?? [];
      const end = chain.at(-1);
      const same = chain.find((row) => row.seq === each.item.seq && hasSameFigures(row, each.row));
      if (same) answers[each.index] = { status: 'duplicate', id: same.id, abnormalLevel: same.level };
      else if (!end || !mayFollow(revision, chain, end)) refused.push(each);
      else if (next.has(first.id)) later.push(revision);
      else next.set(first.id, { revision, end });
    }
    return { next: [...next.values()], later };
  }

  /** Returns corrections that were not written: another was first, or their device changed. */
  private async write(
    { tenantId, deliverer, answers }: Share,
    { kind, table }: OfTable,
    next: readonly NextCorrection[],
  ): Promise<readonly NextCorrection[]> {
    if (next.length === 0) return [];
    const rows = next.map(({ revision, end }) => correctionOf(revision, end));
    const statement = insertReadings(table, { tenantId, kind, contacts: [] }, rows);
    const raws = rawOfReadings(
      table,
      { tenantId, kind, deliverer },
      next.map(({ revision }, at) => ({ item: revision.each.item, row: rows[at] as StoredReading })),
    );
    const [results] = await this.parts.database.withTenantPipelined(tenantId, [statement, ...raws], { lane: 'alarm' });
    this.parts.committed(tenantId);
    const written = new Map(writtenOf(results ?? []).map((row) => [whereOf(row), row.id]));
    return next.filter(({ revision: { each } }, at) => {
      const id = written.get(whereOf(rows[at] as StoredReading));
      if (id !== undefined) answers[each.index] = { status: 'stored', id, abnormalLevel: each.level };
      return id === undefined;
    });
  }
}

interface NextCorrection {
  readonly revision: Revision;
  readonly end: ChainRow;
}

/** Rows voided or corrected by staff are final for sources. */
const mayFollow = (revision: Revision, chain: readonly ChainRow[], end: ChainRow): boolean =>
  isSameTime(revision) &&
  end.quality !== voided &&
  end.operatorId === null &&
  (revision.each.item.seq ?? -1) > Math.max(...chain.map(revisionOf));

const whereOf = ({
  deviceId,
  slot,
  measuredAt,
  childImei,
}: Pick<WrittenReading, 'deviceId' | 'slot' | 'measuredAt' | 'childImei'>): string =>
  `${deviceId ?? ''}|${slot}|${measuredAt.getTime()}|${childImei ?? ''}`;
