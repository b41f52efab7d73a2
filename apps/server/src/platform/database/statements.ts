import type { QueryConfig } from 'pg';

/** Names given to repeated statements, so that the database parses and plans them once a connection. */
export interface StatementNames {
  /** @param isOwn a text of the server's own work, which repeats: named at its first use */
  nameOf(sql: string, isOwn?: boolean): string | undefined;
}

const usesBeforeNamed = 3;
const mostNamed = 1_000;
const mostCounted = 5_000;

/**
 * A text is named at its third use, one of the server's own work at its first. Lists with many filters produce many
 * texts used once; those stay unnamed, to limit the memory of a connection. Behind a pooler in transaction mode names
 * cannot be used: then `enabled` is false.
 */
export function statementNames(enabled: boolean): StatementNames {
  const named = new Map<string, string>();
  const uses = new Map<string, number>();
  const count = (sql: string, isOwn: boolean): string | undefined => {
    const seen = (uses.get(sql) ?? 0) + 1;
    if ((isOwn || seen >= usesBeforeNamed) && named.size < mostNamed) {
      const name = `s${named.size + 1}`;
      named.set(sql, name);
      uses.delete(sql);
      return name;
    }
    if (uses.size >= mostCounted) uses.clear();
    uses.set(sql, seen);
    return undefined;
  };
  return { nameOf: (sql, isOwn = false) => (enabled ? (named.get(sql) ?? count(sql, isOwn)) : undefined) };
}

/** `queryMode` forces the protocol that accepts one statement only: the server refuses text after a semicolon. */
export interface ExtendedQuery extends QueryConfig<unknown[]> {
  queryMode: 'extended';
}

const needsNoQuotes = /^[\d.:TZ+-]+$/;

/**
 * A list of numbers and instants as PostgreSQL reads it, written in a tenth of the driver's time; anything else is
 * left to the driver to quote.
 */
function written(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts: (string | number)[] = [];
  for (const each of value as unknown[]) {
    if (each === null) texts.push('NULL');
    else if (typeof each === 'number' || (typeof each === 'string' && needsNoQuotes.test(each))) texts.push(each);
    else return value;
  }
  return `{${texts.join(',')}}`;
}

export function extendedQuery(name: string | undefined, sql: string, values: readonly unknown[]): ExtendedQuery {
  const query: ExtendedQuery = { text: sql, values: values.map(written), queryMode: 'extended' };
  return name === undefined ? query : { ...query, name };
}
