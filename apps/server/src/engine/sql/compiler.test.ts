import { client, device, deviceBinding, deviceType, heartRateReading, model } from '@kangmai/model';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Caller } from '../../access/caller.ts';
import { compile } from './compiler.ts';
import { beginQuery, type Asker } from './from.ts';
import { sql, type Answer } from './read.ts';

const everything = { all: true, own: true, teams: [], units: [] };
const asker = (sight: Caller['sight'] = everything): Asker => ({
  tenantId: 7,
  model,
  caller: { userId: 3, sight } as unknown as Caller,
});
const compiled = (query: { toOperationNode: () => Parameters<typeof compile>[0] }): [string, readonly unknown[]] => {
  const { sql: text, values } = compile(query.toOperationNode());
  return [text, values];
};
const all = asker();
// Not by table(): the described tables are compared with the database.
const notes = {
  table: 'note',
  columns: { tenantId: 'bigint', id: 'bigint', writtenBy: 'text?', isDeleted: 'boolean' },
} as const;
const worldwide = { table: 'world', columns: { id: 'bigint', name: 'text' } } as const;

test('a query holds tenant and soft delete, and names columns as the definition does', () => {
  expect(
    compiled(
      beginQuery(all, deviceBinding, 'b').select(['b.id', 'b.client', 'b.boundAt as since']).where('b.device', '=', 5),
    ),
  ).toEqual([
    'select "b"."id", "b"."client_id" as "client", "b"."bound_at" as "since" from "device_binding" as "b" where "b".tenant_id = $1 and not "b".is_deleted and "b"."device_id" = $2',
    [7, 5],
  ]);
});

test('choices are written as their codes and lists as one parameter', () => {
  expect(
    compiled(
      beginQuery(all, deviceBinding, 'b')
        .select('b.id')
        .where('b.relation', '=', 'wearer')
        .where('b.client', 'in', [4, 5]),
    ),
  ).toEqual([expect.stringContaining('"b"."relation" = $2 and "b"."client_id" = any($3::bigint[])'), [7, 0, [4, 5]]]);
  expect(
    compiled(
      beginQuery(all, client, 'c')
        .select('c.id')
        .where('c.riskTags', '&&', [] as never),
    )[0],
  ).toContain('"c"."risk_tags" && $2::text[]');
});

describe('a caller of narrow sight', () => {
  const narrow = asker({ all: false, own: true, teams: [], units: [9] });

  test('gets own rows only', () => {
    const [text, values] = compiled(beginQuery(narrow, client, 'c').select('c.id'));
    expect(text).toContain('"c"."health_manager_id" = $');
    expect(text).toContain('"c"."organization_unit_id" = any($');
    expect(values).toContain(3);
  });

  test('gets rows through their person', () => {
    const [text] = compiled(beginQuery(narrow, deviceBinding, 'b').select('b.id'));
    expect(text).toMatch(/"b"\."client_id" in \(select s\.id from "client" s where s\.tenant_id = \$\d/);
  });

  test('gets devices of persons in sight, and free ones of its units', () => {
    const [text, values] = compiled(beginQuery(narrow, device, 'd').select('d.id'));
    expect(text).toMatch(
      /"d"\.id in \(select dh\."device_id" from "device_binding" dh where dh\.tenant_id = \$\d+ and not dh\.is_deleted/,
    );
    expect(text).toMatch(
      /"d"\."organization_unit_id" = any\(\$\d+::bigint\[\]\) and not exists \(select dh\."device_id"/,
    );
    expect(values).toContainEqual([9]);
  });

  test('gets all of them where the query says why', () => {
    expect(
      compiled(beginQuery(narrow, client, 'c').beyondSight('duplicates are told to everybody').select('c.id'))[0],
    ).toBe('select "c"."id" from "client" as "c" where "c".tenant_id = $1 and not "c".is_deleted');
  });
});

test('each condition is left out by its own method', () => {
  const begun = beginQuery(all, notes, 'n');
  expect(compiled(begun.withDeleted('the history shows them').select('n.id'))[0]).not.toContain('is_deleted');
  expect(compiled(begun.acrossTenants('the host counts them').select('n.id'))[0]).not.toContain('tenant_id');
  expect(() => begun.withDeleted(' ')).toThrow('reason');
});

test('a table without tenant is read as it is', () => {
  expect(compiled(beginQuery(all, worldwide, 'w').select('w.name'))).toEqual([
    'select "w"."name" from "world" as "w"',
    [],
  ]);
});

test('joined tables hold the same conditions', () => {
  const [text, values] = compiled(
    beginQuery(all, device, 'd')
      .innerJoin(beginQuery(all, deviceType, 't').joined, 't.id', 'd.type')
      .select(['d.imei', 't.typeName'])
      .orderBy('t.typeName'),
  );
  expect(text).toBe(
    'select "d"."imei", "t"."type_name" as "typeName" from "device" as "d" inner join (select * from "device_type" as "t" where "t".tenant_id = $1 and not "t".is_deleted) as "t" on "t"."id" = "d"."type_id" where "d".tenant_id = $2 and not "d".is_deleted order by "t"."type_name"',
  );
  expect(values).toEqual([7, 7]);
});

test('a query inside another knows its own names and those around it', () => {
  const [text] = compiled(
    beginQuery(all, device, 'd')
      .select('d.id')
      .where((eb) =>
        eb.exists(
          beginQuery(all, deviceBinding, 'b')
            .select('b.id')
            .where(sql<boolean>`${sql.ref('b.device')} = ${sql.ref('d.id')}`),
        ),
      ),
  );
  expect(text).toContain('"b"."device_id" = "d"."id"');
});

test('names that no table has are refused', () => {
  const begun = beginQuery(all, device, 'd');
  expect(() => compiled(begun.select('d.nothing' as string as 'd.id'))).toThrow('d has no column nothing');
  expect(() => compiled(begun.select('e.id' as string as 'd.id'))).toThrow('e is no table');
  expect(() => compiled(begun.query.selectAll())).toThrow('names the columns');
});

test('sealed values are read and never compared', () => {
  expect(compiled(beginQuery(all, client, 'c').select('c.phone'))[0]).toContain('"c"."phone_sealed" as "phone"');
  expect(() => compiled(beginQuery(all, client, 'c').select('c.id').where('c.phone', '=', '13800000000'))).toThrow(
    'sealed',
  );
});

test('readings are no rows of a table', () => {
  expect(() => beginQuery(all, heartRateReading, 'r').select('r.id')).toThrow('no table of rows');
});

test('rows have the types of the definition', () => {
  const query = beginQuery(all, deviceBinding, 'b').select(['b.id', 'b.client', 'b.unboundAt', 'b.relation']);
  type Row = Answer<NonNullable<(typeof query)['expressionType']>>;
  expectTypeOf<Row['id']>().toEqualTypeOf<number>();
  expectTypeOf<Row['unboundAt']>().toEqualTypeOf<Date | null>();
  expectTypeOf<'wearer'>().toExtend<Row['relation']>();
  const note = beginQuery(all, notes, 'n').select('n.writtenBy');
  expectTypeOf<Answer<NonNullable<(typeof note)['expressionType']>>['writtenBy']>().toEqualTypeOf<string | null>();
  // @ts-expect-error: no such column
  expect(() => compiled(beginQuery(all, device, 'd').select('d.nothing'))).toThrow();
  // @ts-expect-error: no such choice
  beginQuery(all, deviceBinding, 'b').where('b.relation', '=', 'nobody');
  // @ts-expect-error: a table is named by its source alone
  beginQuery(all, device, 'd').innerJoin('client', 'client.id', 'd.id');
});

test('writing a query takes less than it takes to send it', () => {
  const write = (at: number): unknown =>
    compiled(
      beginQuery(all, device, 'd')
        .innerJoin(beginQuery(all, deviceType, 't').joined, 't.id', 'd.type')
        .select(['d.id', 'd.imei', 't.typeName'])
        .where('d.id', 'in', [at])
        .orderBy('d.id'),
    );
  for (let at = 0; at < 2000; at += 1) write(at);
  const begun = performance.now();
  for (let at = 0; at < 2000; at += 1) write(at);
  // The aim is 50 µs; the machine may be busy.
  expect((performance.now() - begun) / 2000).toBeLessThan(0.5);
});
