import type { MeasurementKind } from '@kangmai/domain';
import { comparedWith, forgetKeys, type Existing } from '../readings/compared.ts';
import { Corrections } from '../readings/corrections.ts';
import type { Aside, Numbered } from './delivery.ts';
import type { IngestParts } from './ingest-parts.ts';
import { quarantineStatements } from '../quarantine/quarantine.ts';
import { rawFrames } from './raw-frames.ts';
import { idsOf, type Ready } from '../readings/reading-row.ts';
import { alarmLane, tableOfKind, type OfKind, type Share } from './share.ts';
import { findExisting } from '../readings/written-readings.ts';

export class ShareSettler {
  private readonly parts: IngestParts;
  private readonly corrections: Corrections;
  constructor(parts: IngestParts) {
    this.parts = parts;
    this.corrections = new Corrections(parts);
  }

  /** Answers written readings; others were stored before, conflict, or their device changed meanwhile. */
  async settle(share: Share, { kind, ready, firsts, written, crowded }: OfKind): Promise<readonly Numbered[]> {
    const ids = idsOf(firsts, written);
    const rest: Ready[] = [];
    for (const each of ready) {
      const id = ids.get(each);
      if (id === undefined) rest.push(each);
      else share.answers[each.index] = { status: 'stored', id, abnormalLevel: each.level };
    }
    return rest.length === 0
      ? []
      : this.settleRest(share, { kind, rest, crowded }, await this.existing(share.tenantId, kind, rest));
  }

  async existing(tenantId: number, kind: MeasurementKind, rest: readonly Ready[]): Promise<readonly Existing[]> {
    const { sql, values } = findExisting(
      tableOfKind(this.parts, kind),
      tenantId,
      rest.map(({ row }) => row),
    );
    return this.parts.database.withTenant(tenantId, (tx) => tx.query<Existing>(sql, values), alarmLane);
  }

  private async settleRest(
    share: Share,
    { kind, rest, crowded }: Pick<OfKind, 'kind' | 'crowded'> & { readonly rest: readonly Ready[] },
    existing: readonly Existing[],
  ): Promise<readonly Numbered[]> {
    const { tenantId, deliverer, answers } = share;
    const { changed, collided, revised, conflicts } = comparedWith(existing, { rest, crowded, answers });
    if (collided.length > 0) await forgetKeys(this.parts.database, tenantId, collided);
    const corrected = await this.corrections.take(share, { kind, table: tableOfKind(this.parts, kind) }, revised);
    const aside = [...conflicts, ...corrected.refused].map(({ index, item }): Aside => ({
      index,
      item,
      reason: 'conflict',
    }));
    if (aside.length > 0 && !deliverer.isReplay)
      await this.parts.database.withTenantPipelined(
        tenantId,
        [...quarantineStatements(tenantId, deliverer, aside), ...rawFrames(tenantId, deliverer, aside)],
        alarmLane,
      );
    for (const { index } of aside) answers[index] = { status: 'quarantined', reason: 'conflict' };
    const moved = [...changed, ...corrected.changed];
    for (const { item } of moved) this.parts.contexts.dropDevice(tenantId, item.imei);
    return [...moved, ...collided].map(({ index, item }) => ({ index, item }));
  }
}
