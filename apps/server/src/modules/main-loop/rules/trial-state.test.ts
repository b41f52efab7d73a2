import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from '../../../../test/made-people.ts';
import { Contexts } from '../intake/contexts.ts';
import { loadTenantContext } from './tenant-rules.ts';
import { followTrials } from './trials.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const hourMs = 3_600_000;
const days = 6;

const run = <T>(sql: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(sql, [app.tenants.Alpha, ...values]));

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function ruleOnTrial(): Promise<number> {
  const admin = await app.as('admin', 'Alpha');
  const { error } = await admin.post('AbnormalRules/CreateOrEdit', {
    ruleCode: 'T-STATE',
    ruleName: '试运行状态',
    dataType: 'temperature',
    metric: 'temperature',
    scopeType: 1,
    ageGroup: 'all',
    sex: 0,
    direction: 1,
    level: 1,
    condition: { terms: [{ metric: 'temperature', op: '>=', value: 37 }] },
    confirmCount: 2,
    confirmMinutes: 1440,
    clearMargin: 0,
    clearCount: 2,
    repeatMinutes: 240,
    valid: true,
    trialUntil: new Date(Date.now() + hourMs).toISOString(),
  });
  expect(error).toBe(null);
  const [row] = await run<{ id: number }>(
    "update abnormal_rule set trial_from = now() - interval '5 days', row_version = row_version + 1 where tenant_id = $1 and code = 'T-STATE' returning id",
  );
  return row?.id ?? 0;
}

interface Made {
  readonly id: number;
  readonly at: Date;
  readonly kind: 'temperature' | 'heart';
  readonly isVoid: boolean;
}

const tables = { temperature: 'temperature_reading', heart: 'heart_rate_reading' } as const;

async function add(client: number, { kind, at, supersedes, value, quality = 0 }: Added): Promise<Made> {
  const [row] = await run<{ id: number }>(
    `insert into ${tables[kind]} (tenant_id, client_id, measured_at, ${kind}, origin, supersedes, quality) values ($1, $2, $3, $4, 1, $5, $6) returning id`,
    [client, at, value, supersedes ?? null, quality],
  );
  return { id: row?.id ?? 0, at, kind, isVoid: quality === 4 };
}
interface Added extends Pick<Made, 'kind' | 'at'> {
  readonly value: number;
  readonly supersedes?: number;
  readonly quality?: number;
}

const counted = (rule: number) =>
  run(
    'select client_id, opened_at, latest_at, ended_at, level from rule_trial_episode where tenant_id = $1 and rule_id = $2 order by 1, 2',
    [rule],
  );
const statesKept = async (rule: number): Promise<number> =>
  (await run('select 1 from rule_trial_state where tenant_id = $1 and rule_id = $2', [rule])).length;

interface Drawn {
  readonly next: () => number;
  readonly stored: Made[];
  readonly share: number;
}

/** Mostly in order; some late by days, some corrected or void. */
async function drawn(client: number, { next, stored, share }: Drawn): Promise<Made> {
  const place = next() < 0.2 ? next() : share;
  const at = new Date(Math.floor(Date.now() - days * 24 * hourMs * (1 - place)));
  const replaced = next() < 0.15 ? stored[Math.floor(next() * stored.length)] : undefined;
  const kind = replaced?.kind ?? (next() < 0.8 ? 'temperature' : 'heart');
  const value = kind === 'heart' ? 60 + Math.floor(next() * 120) : 36 + Math.floor(next() * 20) / 10;
  if (!replaced) return add(client, { kind, value, at });
  stored.splice(stored.indexOf(replaced), 1);
  return add(client, { ...replaced, value, quality: next() < 0.5 ? 4 : 0, supersedes: replaced.id });
}

test('a trial counted from its kept states gives the counts of one from its beginning', async () => {
  const rule = await ruleOnTrial();
  const [person] = await run<{ id: number }>(
    `insert into client (tenant_id, name, certificate_type, gender, birthday, region_code, phone_sealed)
     values ($1, '试运行', '01', '1', '1961-11-21', '110101', ''::bytea) returning id`,
  );
  const client = person?.id ?? 0;
  const contexts = new Contexts(app.server.services.database, loadTenantContext);
  const follow = ({ kind, at }: Made): Promise<void> =>
    asSystem(app, 'Alpha', (ctx) =>
      followTrials(ctx, [{ kind, added: 1, client: [client], at: [at.getTime()], replaced: null }], contexts),
    );
  const next = numbers(3);
  const stored: Made[] = [];
  let [episodes, longest] = [0, 0];
  for (let turn = 0; turn < 90; turn += 1) {
    const made = await drawn(client, { next, stored, share: turn / 90 });
    if (!made.isVoid) stored.push(made);
    await follow(made);
    if (turn % 6 !== 5) continue;
    // A reading of the rule's kind makes the count: those of other kinds alone do not.
    const last = await add(client, { kind: 'temperature', at: new Date(made.at.getTime() - 1 - turn), value: 36.5 });
    stored.push(last);
    await follow(last);
    const kept = await counted(rule);
    longest = Math.max(longest, await statesKept(rule));
    await run('delete from rule_trial_state where tenant_id = $1 returning client_id');
    await run('delete from rule_trial_episode where tenant_id = $1 returning client_id');
    await follow(last);
    expect(await counted(rule), `turn ${turn}`).toEqual(kept);
    episodes = Math.max(episodes, kept.length);
  }
  expect(episodes).toBeGreaterThan(3);
  expect(longest).toBeGreaterThanOrEqual(days);
});

test('a kept state holds no words of a case', async () => {
  const rows = await run<{ words: string }>("select book->'open' as words from rule_trial_state where tenant_id = $1");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/[一-龥]/);
});
