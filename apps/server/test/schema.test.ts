import { model } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { definitionPath } from '@kangmai/testkit/places';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue, simplified, type Catalogue } from '../src/engine/schema/catalogue.ts';
import { expectedIndexes } from '../src/engine/schema/schema-indexes.ts';
import { expectedColumns, expectedReferences, expectedRules, ownedElsewhere } from '../src/engine/schema/schema.ts';

/** Indexes that migrations add by hand; every other index of a resource's table comes from its definition. */
const byHand: Readonly<Record<string, readonly string[]>> = {
  care_team_member: ['care_team_member_default'],
  // Rows of the host and of the tenant in one order.
  common_dictionary: ['common_dictionary_by_code', 'common_dictionary_of_code'],
  health_team_role: ['health_team_role_primary'],
  sensitive_access_log: [
    'sensitive_access_log_by_action',
    'sensitive_access_log_by_field',
    'sensitive_access_log_of_persons',
  ],
  client: [
    'client_deleted',
    'client_name_begins',
    'client_initials_begin',
    'client_spelling_begins',
    'client_without_spelling',
    'client_worst_first',
    'client_open_id',
    'client_by_spelling_and_birthday',
  ],
  family: ['family_name_begins'],
  guardian_contact: ['guardian_contact_open_id'],
  client_consent: ['client_consent_ended'],
  device_binding: ['device_binding_worn'],
  child_device: ['child_device_one_parent'],
  device_command: ['device_command_one_waiting', 'device_command_open'],
  abnormal_case: [
    'abnormal_case_open_key',
    'abnormal_case_by_state',
    'abnormal_case_on_desk',
    'abnormal_case_observed',
    'abnormal_case_by_next_due',
    'abnormal_case_by_alarmed',
  ],
  abnormal_rule: ['abnormal_rule_platform_code'],
  mattress_sleep_report: ['mattress_sleep_report_by_id'],
  alarm_notice: ['alarm_notice_waiting'],
  outgoing_message: [
    'outgoing_message_age',
    'outgoing_message_by_user_id',
    'outgoing_message_to',
    'outgoing_message_at_provider',
    'outgoing_message_by_template',
  ],
  gzh_setting: ['gzh_setting_enabled'],
  gzh_template: ['gzh_template_enabled'],
  bed: ['bed_counted'],
  room: ['room_counted'],
  staff_application: ['staff_application_by_licence_ends_on'],
  staff_paper: ['staff_paper_counted'],
  contract: ['contract_overdue'],
};

const ours = model.resources.filter(({ table, storage }) => storage !== 'view' && !ownedElsewhere.has(table));
const readings = model.resources.filter(({ storage }) => storage === 'readings');

const named = (wanted: readonly { readonly name: string; readonly definition: string }[]) =>
  new Map(wanted.map(({ name, definition }) => [name, simplified(definition)]));

let clone: TestDatabase;
let owner: Client;
let catalogue: Catalogue;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = new Client({ connectionString: clone.urls.migrator });
  await owner.connect();
  catalogue = await readCatalogue(owner);
});

afterAll(async () => {
  await owner.end();
  await clone.drop();
});

/** Columns that only the release before writes; they go when no node of it can be left. */
const leaving: Readonly<Record<string, readonly string[]>> = { sensitive_access_log: ['previous_digest'] };

/** What to do when a table and its definition differ. */
const remedy = (resource: AnyResource): string =>
  `${resource.table} differs from ${definitionPath(resource)}: npm run db:diff drafts the migration`;

describe.each(ours)('$table', (resource) => {
  test('has the columns of its definition and no others', () => {
    const found = new Map(catalogue.columns.get(resource.table));
    for (const name of leaving[resource.table] ?? []) expect(found.delete(name), name).toBe(true);
    expect(found, remedy(resource)).toEqual(
      named(
        expectedColumns(resource).map(({ name, type, notNull }) => ({
          name,
          definition: `${type}${notNull ? ' not null' : ''}`,
        })),
      ),
    );
  });

  test('has the indexes of its definition, and those that are listed here', () => {
    const found = new Map(catalogue.indexes.get(resource.table));
    for (const name of byHand[resource.table] ?? []) expect(found.delete(name), name).toBe(true);
    expect(found, `${remedy(resource)}; an index made by hand is listed in byHand of this file`).toEqual(
      named(expectedIndexes(resource)),
    );
  });

  test('keeps the rules of the abilities that its definition asks for', () => {
    const found = catalogue.rules.get(resource.table);
    for (const { name, definition } of expectedRules(resource))
      expect(found?.get(name), remedy(resource)).toBe(simplified(definition));
  });

  test('refers to what its definition refers to', () => {
    expect(catalogue.references.get(resource.table) ?? new Map(), remedy(resource)).toEqual(
      named(expectedReferences(resource, model)),
    );
  });
});

test('what other migrations own has the columns that definitions name', () => {
  for (const resource of model.resources.filter(({ table }) => ownedElsewhere.has(table))) {
    const found = catalogue.columns.get(resource.table);
    for (const { name, type } of expectedColumns(resource))
      expect(found?.get(name)?.replace('notnull', ''), `${resource.table}.${name}`).toBe(simplified(type));
  }
});

describe('readings', () => {
  test('are kept by month, three months ahead, with a last resort that is empty', async () => {
    const { rows } = await owner.query<{
      table: string;
      count: number;
      fallback: boolean;
    }>(`select p.relname as table, count(*)::integer as count, bool_or(pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT') as fallback
      from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid where p.relkind = 'p' group by 1`);
    const tables = new Map(rows.map((row) => [row.table, row]));
    for (const { table } of readings) expect(tables.get(table), table).toMatchObject({ count: 5, fallback: true });
  });

  test('enter three indexes when they are as usual, and the report of a night one more; all others hold few rows', () => {
    const rare = ['supersedes is not null', 'level > 0', 'origin = any', 'quality = any'].map(simplified);
    for (const { table } of readings) {
      const whole = [...(catalogue.indexes.get(table) ?? [])].filter(
        ([, definition]) => !rare.some((rows) => definition.includes(rows)),
      );
      expect(whole.length, table).toBeLessThanOrEqual(byHand[table] ? 3 : 2);
    }
  });

  test('can be added to by the application and changed by nobody', async () => {
    const { rows } = await owner.query<{ table: string; right: string }>(
      "select table_name as table, privilege_type as right from information_schema.role_table_grants where grantee = 'kangmai_app' and table_name = any($1)",
      [readings.map(({ table }) => table)],
    );
    expect(new Set(rows.map(({ right }) => right))).toEqual(new Set(['SELECT', 'INSERT']));
  });
});

describe('what no definition says', () => {
  const as = async (work: () => Promise<void>) => {
    await owner.query("begin; set local session_replication_role = 'replica'");
    try {
      await work();
    } finally {
      await owner.query('rollback');
    }
  };
  const bind = (
    from: string,
    to: string | null,
    more: { readonly relation?: number; readonly state?: number; readonly slot?: number } = {},
  ) =>
    owner.query(
      'insert into device_binding (tenant_id, device_id, client_id, relation, state, slot, bound_at, unbound_at) values (1, 7, 9, $3, $4, $5, $1, $2)',
      [from, to, more.relation ?? 0, more.state ?? 1, more.slot ?? 1],
    );

  test('a device has one wearer at a time, also backdated; others may share it', () =>
    as(async () => {
      await bind('2026-01-10Z', '2026-02-01Z', { state: 0 });
      await bind('2026-02-01Z', null);
      await bind('2026-03-01Z', null, { relation: 1 });
      await bind('2026-03-01Z', null, { state: 2 });
      await bind('2026-03-01Z', null, { slot: 2 });
      await expect(bind('2026-01-31Z', '2026-01-31T12:00:00Z', { state: 0 })).rejects.toMatchObject({
        code: '23P01',
        constraint: 'device_binding_one_wearer',
      });
    }));

  const open = (
    client: number | null,
    device: number,
    more: { readonly state?: number; readonly warning?: string } = {},
  ) =>
    owner.query(
      `insert into abnormal_case (tenant_id, client_id, device_id, type, finding, level, started_at, latest_at, state, warning_type) values (1, $1, $2, 'gateway', 'x', 2, now(), now(), $3, $4)`,
      [client, device, more.state ?? 0, more.warning ?? null],
    );

  test.each([
    ['a person and kind', () => open(5, 1), () => open(5, 2)],
    ['a device without person', () => open(null, 1), () => open(null, 1)],
    ['a warning of a gateway', () => open(5, 1, { warning: 'gas' }), () => open(5, 1, { warning: 'gas' })],
  ])('one open case for %s', (_what, first, second) =>
    as(async () => {
      await open(5, 1, { state: 3 });
      await open(5, 1, { warning: 'smoke' });
      await open(null, 3);
      await first();
      await expect(second()).rejects.toMatchObject({ code: '23505', constraint: 'abnormal_case_open_key' });
    }),
  );

  const read = (row: {
    readonly device?: number;
    readonly client?: number;
    readonly source?: number;
    readonly supersedes?: number;
  }) =>
    owner.query<{ id: number }>(
      'insert into ketone_reading (tenant_id, device_id, client_id, source_id, supersedes, measured_at, ketone) values (1, $1, $2, $3, $4, $5, 0.4) returning id',
      [row.device ?? null, row.client ?? null, row.source ?? null, row.supersedes ?? null, '2026-05-05T08:00:00Z'],
    );

  test.each([
    ['the same of a device', { device: 1, client: 2, source: 3 }, { device: 1, client: 4, source: 3 }],
    ['the same of a person without device', { client: 2 }, { client: 2 }],
    ['a second correction', { client: 2, supersedes: 40 }, { client: 2, supersedes: 40 }],
  ])('a reading is stored once: %s', (_what, first, second) =>
    as(async () => {
      await read(first);
      await expect(read(second)).rejects.toMatchObject({ code: '23505' });
    }),
  );

  test('another person, source or correction is another reading', () =>
    as(async () => {
      for (const row of [
        { device: 1, source: 3 },
        { device: 1, source: 4 },
        { device: 2, source: 3 },
        { client: 2 },
        { client: 3 },
        { client: 2, supersedes: 40 },
        { client: 2, supersedes: 41 },
      ])
        await read(row);
      expect((await owner.query('select 1 from ketone_reading')).rowCount).toBe(7);
    }));
});
