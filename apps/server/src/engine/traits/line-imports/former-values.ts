import { type AnyField, type AnyResource, type AnyRow, isLines, kindOf, rowsOf } from '@kangmai/resource';

/** A value as code writes it, of one that was kept as JSON. */
function writable(field: AnyField, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (field.kind === 'money') return kindOf(field).fromStore(value, field);
  const rows = rowsOf(field)?.rows;
  if (!rows || !Array.isArray(value)) return value;
  return (value as readonly AnyRow[]).map((row) => ({
    ...Object.fromEntries(
      Object.entries(row).map(([name, one]) => [name, rows[name] ? writable(rows[name], one) : one]),
    ),
    // Lines that the import removed are added as new ones.
    ...(isLines(field) && { id: null }),
  }));
}

/** The values that an import overwrote, as they are written back. */
export const formerValues = (resource: AnyResource, json: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => {
      const field = resource.fields[name];
      return [name, field ? writable(field, value) : value];
    }),
  );
