import { conditionsOf } from '@kangmai/resource';
import type { CreateInput, FilterOf, Row, SortOf, UpdateInput, AnyResource, Resource, Fields } from '@kangmai/resource';
import type { ListQuery, SortKey } from '@kangmai/resource/wire';
import type { Ctx } from '../../access/ctx.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import { allSettled } from '../../platform/settled.ts';
import { recordChanges } from './history.ts';
import { pageStatement, readPage, readRows, rowStatement, type Page, type PageQuery, type TotalFrom } from './list.ts';
import { type Draft, isReading, type Plan, type PlainRow, type RawRow } from './plan.ts';
import { afterWrite, wholeRows } from '../traits/hooks.ts';
import { insertRows, updateRow } from './write-rows.ts';
import { resolveRefs, toAssignments, withoutSameRefs, type Assignment } from './write.ts';

/** The parameters of a list inside the server. */
export interface Find<R extends AnyResource> {
  readonly where?: FilterOf<R>;
  readonly sort?: R extends Resource<string, infer F extends Fields> ? SortOf<F> : string;
  readonly take?: number;
  readonly skip?: number;
}

/** The only access to a resource's rows: bound to transaction, tenant and the caller's sight; writes are recorded. */
export interface Repository<R extends AnyResource> {
  readonly list: (find?: Find<R>) => Promise<readonly Row<R>[]>;
  readonly first: (find: Find<R>) => Promise<Row<R> | undefined>;
  readonly find: (id: number) => Promise<Row<R> | undefined>;
  /** The row, or «not found» when missing or not visible. */
  readonly get: (id: number) => Promise<Row<R>>;
  /** The row, locked until the transaction ends. */
  readonly lock: (id: number) => Promise<Row<R>>;
  readonly insert: (values: CreateInput<R>) => Promise<Row<R>>;
  /**
   * The new row; undefined where a unique rule finds it existing, also when another transaction inserts it at the same
   * time.
   */
  readonly insertUnlessThere: (values: CreateInput<R>) => Promise<Row<R> | undefined>;
  /** Changes a row; the reason is stored in its history. */
  readonly update: (id: number, values: UpdateInput<R>, reason?: string) => Promise<Row<R>>;
  readonly remove: (id: number) => Promise<void>;
}

/** The plan of a resource, made once. */
export type PlanOf = (resource: AnyResource) => Plan;

const listTake = 1000;

const sortKeys = (plan: Plan, sort: string | undefined): readonly SortKey[] =>
  (sort === undefined ? plan.resource.list.sort : [sort]).map((word) => ({
    field: word.replace(/^-/, ''),
    descending: word.startsWith('-'),
  }));

/** Rows of one resource, untyped: what the engine itself works with. */
export class Rows {
  readonly plan: Plan;
  private readonly ctx: Ctx;
  constructor(plan: Plan, ctx: Ctx) {
    this.plan = plan;
    this.ctx = ctx;
  }

  page(query: PageQuery, totalFrom?: TotalFrom): Promise<Page> {
    return readPage(this.plan, this.ctx, { query, totalFrom });
  }

  async select(query: ListQuery): Promise<readonly PlainRow[]> {
    const { sql, values } = pageStatement(this.plan, this.ctx, query);
    return readRows(this.plan, this.ctx, await this.ctx.tx.query<RawRow>(sql, values));
  }

  /** Rows in pages, through a cursor: for exports and long lists; only the named values if given. */
  stream(
    query: ListQuery,
    part: { readonly size?: number; readonly only?: ReadonlySet<string> } = {},
  ): AsyncGenerator<readonly PlainRow[]> {
    return this.pages(pageStatement(this.plan, this.ctx, { ...query, only: part.only }), part.size);
  }

  private async *pages(
    { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
    size: number | undefined,
  ): AsyncGenerator<readonly PlainRow[]> {
    for await (const rows of this.ctx.tx.pages<RawRow>(sql, values, size)) yield readRows(this.plan, this.ctx, rows);
  }

  find(find: {
    readonly where?: object;
    readonly sort?: string;
    readonly take?: number;
    readonly skip?: number;
  }): Promise<readonly PlainRow[]> {
    return this.select({
      conditions: conditionsOf({ ...find.where }),
      sort: sortKeys(this.plan, find.sort),
      skip: find.skip ?? 0,
      take: find.take ?? listTake,
    });
  }

  async one(id: number, lock = false): Promise<PlainRow | undefined> {
    if (lock) await this.lockFirst();
    const { sql, values } = rowStatement(this.plan, this.ctx, { id, lock });
    const raw = await this.ctx.tx.one<RawRow>(sql, values);
    return raw && (await wholeRows(this.plan, this.ctx, [this.plan.read(raw, this.ctx.sealer)]))[0];
  }

  async get(id: number, lock = false): Promise<PlainRow> {
    const row = await this.one(id, lock);
    if (!row) throw notFound(this.plan.resource.name);
    return row;
  }

  async insert(draft: Draft): Promise<PlainRow> {
    return this.required((await this.insertAll([draft]))[0]);
  }

  /** New rows as they are written, or refused. */
  async complete(drafts: readonly Draft[]): Promise<readonly Draft[]> {
    const { plan, ctx } = this;
    const asked = drafts.map((draft) => resolveRefs(plan, ctx, { ...plan.defaults, ...draft }));
    let completed: readonly Draft[] = await allSettled(asked);
    for (const { beforeInsert } of plan.hooks ?? [])
      completed = (await beforeInsert?.(plan.resource, ctx, completed)) ?? completed;
    return completed;
  }

  /** Inserts some dozens of rows at a time; returns them in the order of the drafts. One refused row refuses all. */
  async insertAll(drafts: readonly Draft[]): Promise<readonly PlainRow[]> {
    const { plan, ctx } = this;
    await this.lockFirst();
    const rows = (await this.complete(drafts)).map((after, at) => ({
      at,
      after,
      assignments: this.assignmentsOf(after),
    }));
    const groups = groupBy(rows, ({ assignments }) => assignments.map(({ column }) => column).join(','));
    const made: RawRow[] = [];
    for (const group of groups.values())
      for (const [place, raw] of (await insertRows(plan, ctx, { rows: group })).entries())
        made[group[place]?.at ?? 0] = raw;
    return this.asWritten(rows.map(({ at, after }) => ({ raw: this.required(made[at]), after })));
  }

  /** Inserts a row unless a unique rule finds it existing; undefined then. */
  async insertUnlessThere(draft: Draft): Promise<PlainRow | undefined> {
    const { plan, ctx } = this;
    const after = await resolveRefs(plan, ctx, { ...plan.defaults, ...draft });
    const row = { after, assignments: this.assignmentsOf(after) };
    const [raw] = await insertRows(plan, ctx, { rows: [row], tail: 'on conflict do nothing' });
    return raw && (await this.asWritten([{ raw, after }]))[0];
  }

  /** New rows with what abilities write and keep beside them. */
  private async asWritten(
    rows: readonly { readonly raw: RawRow; readonly after: Draft }[],
  ): Promise<readonly PlainRow[]> {
    const { plan, ctx } = this;
    const read = rows.map(({ raw }) => plan.read(raw, ctx.sealer));
    const written = rows.map(({ after }, at) => ({ id: read[at]?.id ?? 0, draft: after }));
    await afterWrite(plan, ctx, written);
    return wholeRows(plan, ctx, read);
  }

  /** What abilities lock before rows are locked or written. */
  private async lockFirst(): Promise<void> {
    for (const hook of this.plan.hooks ?? []) await hook.lockFirst?.(this.plan.resource, this.ctx);
  }

  private assignmentsOf(draft: Draft): readonly Assignment[] {
    return [...toAssignments(this.plan, this.ctx, draft), ...this.createStamp()];
  }

  async update(id: number, draft: Draft, reason?: string): Promise<PlainRow> {
    const before = await this.get(id, true);
    let resolved = await resolveRefs(this.plan, this.ctx, withoutSameRefs(this.plan, draft, before));
    for (const hook of this.plan.hooks ?? [])
      resolved = (await hook.beforeUpdate?.(this.plan.resource, this.ctx, { before, draft: resolved })) ?? resolved;
    const assignments: readonly Assignment[] = [
      ...toAssignments(this.plan, this.ctx, resolved),
      { column: 'updated_at', type: 'timestamptz', value: this.ctx.now() },
      { column: 'updated_by', type: 'bigint', value: this.ctx.caller.userId },
    ];
    const change = { id, before, after: resolved, assignments, ...(reason !== undefined && { reason }) };
    const raw = await updateRow(this.plan, this.ctx, change);
    await afterWrite(this.plan, this.ctx, [{ id, draft: resolved, before }]);
    const [row = before] = await wholeRows(this.plan, this.ctx, [this.plan.read(this.required(raw), this.ctx.sealer)]);
    return row;
  }

  /** Marks the row as deleted; everything is kept and can be restored. */
  async remove(id: number): Promise<void> {
    const before = await this.get(id, true);
    for (const hook of this.plan.hooks ?? []) await hook.beforeRemove?.(this.plan.resource, this.ctx, before);
    await this.ctx.tx.execute(
      `update ${this.plan.table} set is_deleted = true, deleted_at = $3, deleted_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2`,
      [this.ctx.tenantId, id, this.ctx.now(), this.ctx.caller.userId],
    );
    await recordChanges(this.ctx, { resource: this.plan.resource, kind: 'deleted' }, [{ id, before }]);
  }

  private required<T>(row: T | undefined): T {
    if (row === undefined) throw new Error(`${this.plan.resource.name}: a row was not written`);
    return row;
  }

  private createStamp(): readonly Assignment[] {
    if (isReading(this.plan.resource)) return [];
    return [
      { column: 'created_at', type: 'timestamptz', value: this.ctx.now() },
      { column: 'created_by', type: 'bigint', value: this.ctx.caller.userId },
    ];
  }
}

/** Refuses a change based on an older version of the row, naming the author and time of the newer one. */
export async function refuseStale(ctx: Ctx, row: PlainRow, seen: number | undefined): Promise<void> {
  if (seen !== undefined && seen !== row.rowVersion) throw conflict('row.changed', await changedBy(ctx, row));
}

/** Who changed a row last, and when in the caller's zone. */
export async function changedBy(ctx: Ctx, row: PlainRow): Promise<{ readonly who: string; readonly when: string }> {
  const user = await ctx.tx.one<{ name: string }>(
    'select full_name as name from app_user where tenant_id = $1 and id = $2',
    [ctx.tenantId, row.updatedBy ?? row.createdBy],
  );
  const when = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ctx.caller.zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(row.updatedAt ?? row.createdAt);
  return { who: user?.name ?? '—', when };
}

/** The typed repository of a resource. */
export function repository<R extends AnyResource>(plan: Plan, ctx: Ctx): Repository<R> {
  const rows = new Rows(plan, ctx);
  const typed = (row: PlainRow): Row<R> => row as unknown as Row<R>;
  return {
    list: async (find = {}) => (await rows.find(find)).map(typed),
    first: async (find) => (await rows.find({ ...find, take: 1 })).map(typed)[0],
    find: async (id) => rows.one(id).then((row) => row && typed(row)),
    get: async (id) => typed(await rows.get(id)),
    lock: async (id) => typed(await rows.get(id, true)),
    insert: async (values) => typed(await rows.insert({ ...values })),
    insertUnlessThere: async (values) => rows.insertUnlessThere({ ...values }).then((row) => row && typed(row)),
    update: async (id, values, reason) => typed(await rows.update(id, { ...values }, reason)),
    remove: (id) => rows.remove(id),
  };
}
