import type { Condition } from '../../wire/wire-query.ts';

/** Conditions by field: equal, one of, between; undefined is none. */
export function conditionsOf(where: { readonly [field: string]: unknown }): readonly Condition[] {
  return Object.entries(where).flatMap(([field, value]): Condition[] => {
    if (value === undefined) return [];
    if (value === null) return [{ field, operator: 'isNull', value }];
    if (typeof value !== 'object' || value instanceof Date || Array.isArray(value))
      return [{ field, operator: 'eq', value }];
    const { in: among, from, to } = value as { in?: unknown; from?: unknown; to?: unknown };
    return [
      ...(among === undefined ? [] : [{ field, operator: 'in' as const, value: among }]),
      ...(from === undefined ? [] : [{ field, operator: 'ge' as const, value: from }]),
      ...(to === undefined ? [] : [{ field, operator: 'le' as const, value: to }]),
    ];
  });
}
