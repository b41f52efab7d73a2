import { model } from '@kangmai/model';
import type { TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import pg from 'pg';

/** Rows of each table that conditions read. */
export const many = 10_000;
const atOnce = 2500;
/** One row in a hundred meets a condition. */
const few = 'n % 100 = 0';

/** Columns of a table that a copy of a row takes over. */
async function copiedColumns(app: TestApp, table: string, own: readonly string[]): Promise<readonly string[]> {
  const rows = await app.query<{ name: string }>(
    'Alpha',
    `select attname as name from pg_attribute where attrelid = $2::regclass and attnum > 0 and not attisdropped and attgenerated = '' and not attname = any($3) and $1 > 0 order by attnum`,
    [table, ['id', ...own]],
  );
  return rows.map(({ name }) => name);
}

/** Runs an insert for a few thousand `n` at a time: `series` in it stands for them. */
async function fill(app: TestApp, sql: string, ...values: unknown[]): Promise<void> {
  for (let from = 0; from < many; from += atOnce) {
    const series = `generate_series(${from + 1}, ${from + atOnce}) n`;
    await app.query('Alpha', `${sql.replace('series', series)} returning tenant_id`, values);
  }
}

/** Copies a planted row many times; `own` says what differs from copy to copy `n`. */
async function copies(
  app: TestApp,
  [table, from]: readonly [string, number],
  own: Readonly<Record<string, string>> = {},
): Promise<void> {
  const taken = await copiedColumns(app, table, Object.keys(own));
  const names = ['id', ...Object.keys(own), ...taken].map((name) => `"${name}"`).join(', ');
  const values = ['1000000 + n', ...Object.values(own), ...taken.map((name) => `s."${name}"`)].join(', ');
  await fill(
    app,
    `insert into "${table}" (${names}) select ${values} from "${table}" s, series where s.tenant_id = $1 and s.id = $2`,
    from,
  );
}

async function plantLists(app: TestApp, userId: number): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  const planted = async (name: string): Promise<number> => samples.plant(model.byName(name), `plan ${name}`);
  await copies(app, ['client', await planted('client')], {
    archive_no: "'P' || n",
    certificate_no_index: "decode(md5('c' || n), 'hex')",
    health_manager_id: `case when ${few} then ${userId} end`,
    doctor_id: 'null',
    created_at: 'now() - make_interval(mins => n)',
  });
  await copies(app, ['device', await planted('device')], {
    imei: "'9' || lpad(n::text, 14, '0')",
    online: `case when ${few} then 0 else 1 end`,
  });
  await copies(app, ['device_binding', await planted('deviceBinding')], {
    device_id: '1000000 + n',
    client_id: '1000000 + n',
    relation: '0',
    state: `case when ${few} then 1 else 0 end`,
    unbound_at: `case when ${few} then null else now() end`,
    bound_at: 'now() - make_interval(mins => n)',
  });
  await app.query(
    'Alpha',
    `with made as (insert into care_team (tenant_id, id, name) select $1, 1000000 + n, 'plan ' || n from generate_series(0, 99) n returning id)
     insert into care_team_member (tenant_id, care_team_id, user_id) select $1, min(id), $2 from made returning id`,
    [userId],
  );
  await copies(app, ['abnormal_case', await planted('abnormalCase')], {
    team_id: '1000000 + n % 100',
    client_id: '1000000 + n',
    state: '3',
    latest_at: `case when ${few} then now() else now() - make_interval(days => 3, mins => n) end`,
  });
  await copies(app, ['client_consent', await planted('clientConsent')], {
    client_id: '1000000 + n',
    state: "case when n % 10 = 0 then 'withdrawn' else 'valid' end",
    expires_on: `case when ${few} then current_date + 5 else current_date + 400 end`,
    signed_at: 'now() - make_interval(mins => n)',
  });
}

/** Beds with a resident each. */
async function plantBeds(app: TestApp): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  await copies(app, ['bed', await samples.plant(model.byName('bed'), 'plan bed')], {
    bed_no: "'P' || n",
    name: "'P' || n",
    state: `case when ${few} then 'free' else 'occupied' end`,
  });
  await copies(app, ['bed_stay', await samples.plant(model.byName('bedStay'), 'plan stay')], {
    bed_id: '1000000 + n',
    client_id: '1000000 + n',
    began_at: 'now() - make_interval(mins => n)',
    ended_at: 'null',
  });
}

/** Staff, papers, providers and contracts of which few are near their end. */
async function plantBasicData(app: TestApp): Promise<void> {
  const samples = await Samples.of(app, 'Alpha');
  const planted = async (name: string): Promise<number> => samples.plant(model.byName(name), `plan ${name}`);
  const soon = `case when ${few} then current_date + 5 else current_date + 400 end`;
  const needing = await samples.plant(model.byName('jobPosition'), 'needing', {
    neededPapers: ['driver', 'electrician'],
  });
  const plain = await samples.plant(model.byName('jobPosition'), 'plain', { neededPapers: null });
  await fill(
    app,
    `insert into organization_unit (tenant_id, id, code, display_name) select $1, 1000000 + n, (10000 + n)::text, 'P' || n from series`,
  );
  await copies(app, ['institution', await planted('institution')], {
    organization_unit_id: '1000000 + n',
    medical_code: "'M' || n",
    licences_end_on: soon,
  });
  await copies(app, ['provider', await planted('provider')], { credit_code: "'C' || n", licences_end_on: soon });
  await copies(app, ['staff_member', await planted('staffMember')], {
    job_no: "'P' || lpad(n::text, 6, '0')",
    id_number_index: "decode(md5('s' || n), 'hex')",
    position_id: `case when ${few} then ${needing} else ${plain} end`,
  });
  await copies(app, ['staff_profile', await planted('staffProfile')], {
    code: "'Y' || n",
    department: "'P' || n % 100",
    licence_ends_on: soon,
  });
  await copies(app, ['staff_application', await planted('staffApplication')], {
    phone_index: "decode(md5('applicant ' || n), 'hex')",
    licence_ends_on: soon,
  });
  await copies(app, ['staff_paper', await planted('staffPaper')], { holder_id: '1000000 + n', valid_until: soon });
  await copies(app, ['contract', await planted('contract')], {
    contract_no: "'P' || n",
    state: "'effective'",
    remind_days: '30',
    ends_on: soon,
    next_payment_on: `case when ${few} then current_date - 5 else current_date + 400 end`,
  });
  await copies(app, ['doctor_agreement', await planted('doctorAgreement')], {
    agreement_no: "'P' || n",
    client_id: '1000000 + n',
    state: '1',
    ends_on: soon,
  });
  await copies(app, ['common_dictionary', await planted('commonDictionary')], { code: "'P' || n" });
  const [payment] = await app.query<{ id: number }>(
    'Alpha',
    'select id from contract_payment where tenant_id = $1 order by id desc limit 1',
  );
  await copies(app, ['contract_payment', payment?.id ?? 0], {
    contract_id: '1000000 + n',
    due_on: `case when ${few} then current_date - 5 else current_date + 400 end`,
  });
}

/** As after the first minute of a live system: the database knows its tables. */
async function analyze(app: TestApp): Promise<void> {
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

/** Accounts of which few are locked, and roles of which few hold the required permission. */
async function plantAccounts(app: TestApp): Promise<void> {
  await fill(
    app,
    `insert into app_user (tenant_id, id, user_name, name, email_address, lockout_end_at)
     select $1, 1000000 + n, 'plan' || n, '员工' || n, 'plan' || n || '@example.com', case when ${few} then now() + interval '1 day' end from series`,
  );
  await app.query(
    'Alpha',
    `insert into app_role (tenant_id, id, name, display_name) select $1, 1000000 + n, 'plan' || n, '角色' || n from generate_series(1, 400) n returning id`,
  );
  await app.query(
    'Alpha',
    `insert into role_permission (tenant_id, role_id, permission) select $1, 1000000 + n, 'Pages.Plan' || p from generate_series(1, 400) n, generate_series(1, 60) p where p > 1 or n % 100 = 0 returning role_id`,
  );
  await analyze(app);
  await fill(
    app,
    `insert into user_role (tenant_id, user_id, role_id) select $1, 1000000 + n, 1000001 + n % 400 from series`,
  );
  await fill(
    app,
    `insert into user_permission (tenant_id, user_id, permission, is_granted) select $1, 1000000 + n, 'Pages.Plan' || (1 + n % 100), n % 2 = 0 from series`,
  );
}

/** Fills the tables that conditions read. Few rows meet each condition; this user owns them where it needs a user. */
export async function plantMany(app: TestApp, userId: number): Promise<void> {
  await plantLists(app, userId);
  await plantBeds(app);
  await plantBasicData(app);
  await plantAccounts(app);
  await analyze(app);
}
