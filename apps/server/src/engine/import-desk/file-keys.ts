import type { CallCtx } from '../crud/call-ctx.ts';
import { Duplicates, fileKey, fileKeys } from '../sheets/duplicates.ts';
import type { Importer } from '../sheets/importer.ts';

/** Lines of a batch with some blind keys: those of a corrected line are its own. */
const holdersSql = `select k.number, k.key from import_block b cross join unnest(b.key_rows, b.keys) as k(number, key)
    where b.tenant_id = $1 and b.batch_id = $2 and b.keys && $3::bytea[] and k.key = any($3::bytea[])
      and not exists (select from import_correction c where c.tenant_id = $1 and c.batch_id = $2 and c.row_number = k.number)
  union all
  select c.row_number, k.key from import_correction c cross join unnest(c.keys) as k(key)
    where c.tenant_id = $1 and c.batch_id = $2 and c.keys && $3::bytea[] and k.key = any($3::bytea[])`;

/** Others of one key that are checked again; further ones stay repeated whatever is corrected. */
const mostOthers = 20;

/** The lines of a batch that have one of some keys, the first of each key. */
export async function holdersOf(
  { tx, tenantId }: CallCtx,
  batchId: number,
  keys: readonly Buffer[],
): Promise<readonly number[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ number: number }>(
    `select distinct number from (select h.number, row_number() over (partition by h.key order by h.number) as place from (${holdersSql}) h) p where place <= ${mostOthers} order by number`,
    [tenantId, batchId, keys],
  );
  return rows.map(({ number }) => number);
}

/** Finds repetitions of single lines among all lines of their file. */
export class FileDuplicates extends Duplicates {
  private readonly batchId: number;

  constructor(importer: Importer, batchId: number) {
    super(importer);
    this.batchId = batchId;
  }

  override async inTable(
    ctx: CallCtx,
    drafts: Parameters<Duplicates['inTable']>[1],
  ): Promise<readonly (number | undefined)[]> {
    await this.readFirstLines(
      ctx,
      drafts.flatMap((draft) => this.textsOf(draft).flatMap((text) => text ?? [])),
    );
    return super.inTable(ctx, drafts);
  }

  /** Keys made under a former key of the tenant stand for the same text. */
  private async readFirstLines(ctx: CallCtx, texts: readonly string[]): Promise<void> {
    const newest = new Map<string, string>();
    for (const text of texts) {
      const present = fileKey(ctx, text).toString('latin1');
      for (const key of fileKeys(ctx, text)) newest.set(key.toString('latin1'), present);
    }
    const rows = await ctx.tx.query<{ number: number; key: Buffer }>(
      `select min(h.number) as number, h.key from (${holdersSql}) h group by h.key`,
      [ctx.tenantId, this.batchId, [...newest.keys()].map((key) => Buffer.from(key, 'latin1'))],
    );
    for (const { number, key } of rows) {
      const present = newest.get(key.toString('latin1')) ?? '';
      this.seen.set(present, Math.min(number, this.seen.get(present) ?? number));
    }
  }
}
