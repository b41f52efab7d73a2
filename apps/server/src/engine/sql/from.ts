import {
  AliasNode,
  AndNode,
  DummyDriver,
  ExpressionWrapper,
  IdentifierNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  RawNode,
  ValueNode,
  type AliasedExpression,
  type Expression,
  type OperationNode,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { Ctx } from '../../access/ctx.ts';
import { ofTenant, scopeCondition, type Bind } from '../../access/data-scope.ts';
import { rowCompiler } from './compiler.ts';
import { knownSource, resourceOf, type RowOf, type Source } from './source.ts';

/** The context that conditions of a query are taken from. */
export type Asker = Pick<Ctx, 'tenantId' | 'caller' | 'model'>;

type Nothing = Record<never, never>;

/** A query over one source under its alias; selects nothing yet. */
export type Begun<S extends Source, A extends string> = SelectQueryBuilder<{ readonly [K in A]: RowOf<S> }, A, Nothing>;

type LeftOut = 'deleted' | 'sight' | 'tenant';

/** Builds only; statements run on the transaction of the context. */
const builder = new Kysely<Nothing>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: rowCompiler,
  },
});

const marker = /\{\{(\d+)\}\}/;

/** A condition with placeholders, as a node; none without a condition. */
function rawNodes(write: (bind: Bind) => string | undefined): readonly OperationNode[] {
  const values: OperationNode[] = [];
  const text = write((value) => `{{${values.push(ValueNode.create(value)) - 1}}}`);
  if (text === undefined) return [];
  const pieces = text.split(marker);
  return [
    RawNode.create(
      pieces.filter((_, at) => at % 2 === 0),
      pieces.flatMap((piece, at) => (at % 2 === 1 ? (values[Number(piece)] ?? []) : [])),
    ),
  ];
}

/**
 * Starts a query. It contains the context's tenant, excludes deleted rows and is limited to the caller's sight; each of
 * these is removed only by its method, with the reason as a text.
 */
export class Beginning<S extends Source, A extends string> {
  private readonly asker: Asker;
  private readonly source: S;
  private readonly alias: A;
  private readonly leftOut: readonly LeftOut[];

  constructor(asker: Asker, input: { readonly source: S; readonly alias: A; readonly leftOut?: readonly LeftOut[] }) {
    this.asker = asker;
    this.source = input.source;
    this.alias = input.alias;
    this.leftOut = input.leftOut ?? [];
  }

  /** Includes deleted rows. */
  withDeleted(reason: string): Beginning<S, A> {
    return this.without('deleted', reason);
  }

  /** Includes rows that the caller may not see. */
  beyondSight(reason: string): Beginning<S, A> {
    return this.without('sight', reason);
  }

  /** Includes rows of all tenants that the transaction's role may read. */
  acrossTenants(reason: string): Beginning<S, A> {
    return this.without('tenant', reason);
  }

  /** The query itself. */
  get query(): Begun<S, A> {
    const begun = builder.selectFrom(this.aliased(knownSource(this.source).node) as never);
    const held = this.held();
    return (held ? begun.where(held) : begun) as unknown as Begun<S, A>;
  }

  /** The rows as a table to join. */
  get joined(): AliasedExpression<RowOf<S>, A> {
    return this.aliased(this.query.selectAll().toOperationNode());
  }

  get select(): Begun<S, A>['select'] {
    const { query } = this;
    return query.select.bind(query) as Begun<S, A>['select'];
  }

  get where(): Begun<S, A>['where'] {
    const { query } = this;
    return query.where.bind(query) as Begun<S, A>['where'];
  }

  get innerJoin(): Begun<S, A>['innerJoin'] {
    const { query } = this;
    return query.innerJoin.bind(query) as Begun<S, A>['innerJoin'];
  }

  get leftJoin(): Begun<S, A>['leftJoin'] {
    const { query } = this;
    return query.leftJoin.bind(query) as Begun<S, A>['leftJoin'];
  }

  private without(part: LeftOut, reason: string): Beginning<S, A> {
    if (reason.trim() === '') throw new Error('leaving a condition out needs a reason');
    return new Beginning(this.asker, {
      source: this.source,
      alias: this.alias,
      leftOut: [...this.leftOut, part],
    });
  }

  private aliased(node: OperationNode): AliasedExpression<RowOf<S>, A> {
    const aliasNode = AliasNode.create(node, IdentifierNode.create(this.alias));
    return {
      expression: new ExpressionWrapper<never, never, RowOf<S>>(node),
      alias: this.alias,
      toOperationNode: () => aliasNode,
    };
  }

  private held(): Expression<SqlBool> | undefined {
    const { columns } = knownSource(this.source);
    const resource = resourceOf(this.source);
    const isOfTenant = resource !== undefined || columns.has('tenantId');
    const nodes: readonly OperationNode[] = [
      ...(isOfTenant && !this.leftOut.includes('tenant')
        ? rawNodes((bind) => ofTenant(resource ?? { readsHost: false }, `"${this.alias}"`, bind(this.asker.tenantId)))
        : []),
      ...(columns.has('isDeleted') && !this.leftOut.includes('deleted')
        ? [RawNode.createWithSql(`not "${this.alias}".is_deleted`)]
        : []),
      ...this.scope(),
    ];
    if (nodes.length === 0) return undefined;
    return new ExpressionWrapper<never, never, SqlBool>(nodes.reduce((one, other) => AndNode.create(one, other)));
  }

  private scope(): readonly OperationNode[] {
    const resource = resourceOf(this.source);
    const { caller, model, tenantId } = this.asker;
    const { sight, userId } = caller;
    if (!resource?.scopeRule || sight.all || this.leftOut.includes('sight')) return [];
    const alias = `"${this.alias}"`;
    return rawNodes((bind) => scopeCondition(resource, { model, sight, userId, alias, tenant: bind(tenantId), bind }));
  }
}

/**
 * Starts a query over a resource or a described table.
 * @example beginQuery(ctx, device, 'd').select(['d.id', 'd.imei']).where('d.online', '=', 'online')
 */
export const beginQuery = <S extends Source, const A extends string>(
  asker: Asker,
  source: S,
  alias: A,
): Beginning<S, A> => new Beginning(asker, { source, alias });
