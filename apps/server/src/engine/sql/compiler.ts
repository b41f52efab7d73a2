import { kindOf, sealed } from '@kangmai/resource';
import {
  AggregateFunctionNode,
  AliasNode,
  FunctionNode,
  IdentifierNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  ValueNode,
  type BinaryOperationNode,
  type OperationNode,
  type SelectionNode,
} from 'kysely';
import { columnsOfNode, type Column, type ColumnMap } from './source.ts';

/** A query as PostgreSQL gets it, with the columns whose values are converted by a field's kind. */
export interface CompiledQuery {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly columns: ColumnMap;
}

/** Tables of one select by alias; undefined for a table without described columns. */
type Scope = ReadonlyMap<string, ColumnMap | undefined>;

const none: ColumnMap = new Map();
const queryId = { queryId: '' };

const nameOf = (node: OperationNode): string => (IdentifierNode.is(node) ? node.name : '');
const referencedColumn = ({ column }: ReferenceNode): string => (SelectAllNode.is(column) ? '*' : column.column.name);

const stored = ({ field }: Column, value: unknown): unknown =>
  field === undefined ? value : kindOf(field).toStore(value, field);

const isSealed = ({ field }: Column): boolean => field !== undefined && sealed(field);

/** Functions that return a value of their first argument. */
const sameValue = new Set(['min', 'max', 'coalesce']);

function argumentOf(node: OperationNode): OperationNode | undefined {
  if (AggregateFunctionNode.is(node)) return sameValue.has(node.func) ? node.aggregated[0] : undefined;
  return FunctionNode.is(node) && sameValue.has(node.func) ? node.arguments[0] : undefined;
}

/** Writes names of definitions as columns, and values as their fields store them. */
class RowCompiler extends PostgresQueryCompiler {
  private readonly scopes: Scope[] = [];
  private outputs: ColumnMap = none;

  compile(node: SelectQueryNode): CompiledQuery {
    this.scopes.splice(0);
    const { sql, parameters } = this.compileQuery(node, queryId);
    return { sql, values: parameters, columns: this.outputs };
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    const isOutermost = this.scopes.length === 0;
    this.scopes.push(this.scopeOf(node));
    if (isOutermost) {
      if (node.selections?.some(({ selection }) => this.isAll(selection)))
        throw new Error('a query names the columns that it reads');
      this.outputs = this.outputsOf(node);
    }
    super.visitSelectQuery(node);
    this.scopes.pop();
  }

  protected override visitReference(node: ReferenceNode): void {
    const column = this.resolve(node);
    if (!column) return super.visitReference(node);
    if (node.table) {
      this.visitNode(node.table);
      this.append('.');
    }
    this.append(`"${column.name}"`);
  }

  protected override visitSelection(node: SelectionNode): void {
    super.visitSelection(node);
    const { selection } = node;
    if (!ReferenceNode.is(selection)) return;
    const key = referencedColumn(selection);
    if (this.resolve(selection)?.name !== key && key !== '*') this.append(` as "${this.sanitizeIdentifier(key)}"`);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, rightOperand } = node;
    const column = ReferenceNode.is(leftOperand) ? this.resolve(leftOperand) : undefined;
    if (!column) return super.visitBinaryOperation(node);
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : '';
    if (isSealed(column) && !operator.startsWith('is'))
      throw new Error(`${column.name} is sealed; it is found by its blind index alone`);
    if (PrimitiveValueListNode.is(rightOperand)) {
      this.visitNode(leftOperand);
      return this.appendList(column, operator, rightOperand.values);
    }
    if (!ValueNode.is(rightOperand) || rightOperand.immediate) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(` ${operator} `);
    this.appendValue(stored(column, rightOperand.value));
  }

  /** One parameter for a list of any length, so that the statement's text does not change. */
  private appendList(column: Column, operator: string, values: readonly unknown[]): void {
    const { type = 'text' } = column;
    const isMember = operator === 'in' || operator === 'not in';
    if (!isMember) {
      this.append(` ${operator} `);
      this.appendValue(stored(column, values));
      return this.append(`::${type}`);
    }
    this.append(operator === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(values.map((value) => stored(column, value)));
    this.append(`::${type}[])`);
  }

  private isAll(node: OperationNode): boolean {
    return SelectAllNode.is(node) || (ReferenceNode.is(node) && SelectAllNode.is(node.column));
  }

  private scopeOf({ from, joins }: SelectQueryNode): Scope {
    const tables = [...(from?.froms ?? []), ...(joins ?? []).map((join) => join.table)];
    return new Map(
      tables.map((table): [string, ColumnMap | undefined] =>
        AliasNode.is(table) ? [nameOf(table.alias), this.columnsIn(table.node)] : ['', columnsOfNode(table)],
      ),
    );
  }

  private columnsIn(node: OperationNode): ColumnMap | undefined {
    if (!SelectQueryNode.is(node)) return columnsOfNode(node);
    const scope = this.scopeOf(node);
    if (node.selections?.some(({ selection }) => this.isAll(selection))) return [...scope.values()][0];
    this.scopes.push(scope);
    const outputs = this.outputsOf(node);
    this.scopes.pop();
    return new Map([...outputs].map(([key, column]) => [key, { ...column, name: key }]));
  }

  /** The columns of a select's result, by name. */
  private outputsOf({ selections = [] }: SelectQueryNode): ColumnMap {
    return new Map(
      selections.flatMap(({ selection }): [string, Column][] => {
        const node: OperationNode = selection;
        if (ReferenceNode.is(node)) {
          const column = this.resolve(node);
          return [[referencedColumn(node), column ?? { name: referencedColumn(node) }]];
        }
        if (!AliasNode.is(node)) return [];
        const key = nameOf(node.alias);
        return [[key, this.columnOf(node.node) ?? { name: key }]];
      }),
    );
  }

  private columnOf(node: OperationNode): Column | undefined {
    const value = argumentOf(node) ?? node;
    return ReferenceNode.is(value) ? this.resolve(value) : undefined;
  }

  /** The column of a reference: of its table, or of the innermost table with such a column. */
  private resolve(node: ReferenceNode): Column | undefined {
    const key = referencedColumn(node);
    const alias = node.table?.table.identifier.name;
    if (key === '*') return undefined;
    if (alias === undefined)
      return this.scopes
        .toReversed()
        .flatMap((scope) => [...scope.values()])
        .find((columns) => columns?.has(key))
        ?.get(key);
    const scope = this.scopes.findLast((tables) => tables.has(alias));
    if (!scope) throw new Error(`${alias} is no table of this query`);
    const columns = scope.get(alias);
    if (columns && !columns.has(key)) throw new Error(`${alias} has no column ${key}`);
    return columns?.get(key);
  }
}

const compiler = new RowCompiler();

/** The compiler for all queries. It has no state between queries. */
export const rowCompiler = (): PostgresQueryCompiler => compiler;

/** Compiles a query to SQL. Throws for a name that none of its tables has, and for a comparison with a sealed field. */
export const compile = (node: SelectQueryNode): CompiledQuery => compiler.compile(node);
