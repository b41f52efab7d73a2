import { password } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Client as Owner } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Rules about courses and silence on trial: judged as readings and silences come, counted, told to nobody. */

let ward: Ward;
const dayMs = 86_400_000;

// Some weeks ago: a trial ends by the database's clock, which has to be ahead of that of the test.
beforeAll(async () => {
  ward = await openWard(new Date(Date.now() - 25 * dayMs).toISOString().slice(0, 10), '09:00');
  await addUser(ward.app, 'Alpha', { userName: 'lead', dataScope: 'all', allPermissions: true });
});
afterAll(() => ward.close());

async function asOwner(statement: string): Promise<void> {
  const owner = new Owner({ connectionString: ward.app.urls.migrator });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

/** Days pass, and a session does not last as long. */
async function signedIn(userNameOrEmailAddress: string): Promise<Client> {
  const answer = await ward.app
    .visitor('Alpha')
    .post<{ accessToken: string }>('/api/TokenAuth/Authenticate', { userNameOrEmailAddress, password });
  return ward.app.visitor().with({ authorization: `Bearer ${good(answer).accessToken}` });
}
const author = (): Promise<Client> => signedIn('admin');
const lead = (): Promise<Client> => signedIn('lead');

const good = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.result;
};

const usual = {
  scopeType: 1,
  ageGroup: 'all',
  sex: 0,
  direction: 3,
  confirmCount: 1,
  confirmMinutes: 60,
  clearMargin: 0,
  clearCount: 2,
  repeatMinutes: 240,
  valid: true,
};
const gain = (amount: number): object => ({
  dataType: 'bodyFat',
  metric: 'weight',
  condition: { terms: [], history: { kind: 'change', metric: 'weight', amount, unit: 'absolute', days: 3 } },
});
const silent = (kind: 'offline' | 'wear', minutes: number): object => {
  const event = kind === 'wear' ? 'notWorn' : 'offline';
  return { dataType: kind, metric: event, condition: { terms: [], event: { event, minutes } } };
};

const nextMonth = (): string => new Date(ward.now().getTime() + 29 * dayMs).toISOString();

async function save(ruleCode: string, given: object): Promise<number> {
  good(await (await author()).post('AbnormalRules/CreateOrEdit', { ruleCode, ruleName: ruleCode, ...usual, ...given }));
  const [row] = await ward.sql<{ id: number }>('select id from abnormal_rule where tenant_id = $1 and code = $2', [
    ruleCode,
  ]);
  return row?.id ?? 0;
}

interface Trial {
  readonly ruleId: number;
  readonly standing: string;
  readonly version: number;
  readonly episodes: number;
  readonly people: number;
}

const trialOf = async (id: number): Promise<Trial | undefined> =>
  good(await (await author()).get<{ items: readonly Trial[] }>('AbnormalRules/GetTrials')).items.find(
    ({ ruleId }) => ruleId === id,
  );

const casesOf = async (person: number) =>
  (
    await ward.sql<{ rule: number; version: number; level: number; state: number }>(
      'select rule_id as rule, rule_version as version, level, state from abnormal_case where tenant_id = $1 and client_id = $2 and not is_deleted order by id',
      [person],
    )
  ).map(({ rule, version, level, state }) => [rule, version, level, state]);

/** What anybody received about a person. */
const toldOf = (person: number) =>
  ward.sql(
    'select id from remind_message where tenant_id = $1 and client_id = $2 union all select id from alarm_notice where tenant_id = $1 and client_id = $2',
    [person],
  );

const weigh = (imei: string, weight: number): object => ({
  imei,
  dataType: 'bodyFat',
  measuredAt: ward.now().toISOString(),
  values: { weight },
});

async function sent(...items: readonly object[]): Promise<void> {
  expect((await ward.send(...items)).filter(({ status }) => status !== 'stored')).toEqual([]);
  await ward.follow();
}

/** Weights of a person, a day apart. */
async function weights(imei: string, ...all: readonly number[]): Promise<void> {
  for (const weight of all) {
    ward.advance(1440);
    await sent(weigh(imei, weight));
  }
}

describe('a rule about silence', () => {
  const beat = (imei: string): object => ({ imei, dataType: 'heartbeat', values: {} });
  const heart = (imei: string): object => ({
    imei,
    dataType: 'heart',
    measuredAt: ward.now().toISOString(),
    values: { heart: 72 },
  });

  async function quiet(minutes: number, items: () => readonly object[] = () => []): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 10) {
      ward.advance(10);
      if (items().length > 0) await sent(...items());
      await ward.tick();
    }
  }

  const episodesOf = (id: number) =>
    ward.sql<{ level: number; isOpen: boolean }>(
      'select level, ended_at is null as "isOpen" from rule_trial_episode where tenant_id = $1 and rule_id = $2 order by opened_at',
      [id],
    );

  test('on trial counts each silence, ends it with the next sign, and opens no case', async () => {
    const imei = '860000000062001';
    const person = await ward.wearer(imei);
    const id = await save('T-OFF', { ...silent('offline', 60), level: 3, trialUntil: nextMonth() });
    await sent(heart(imei));
    await quiet(50);
    expect(await episodesOf(id)).toEqual([]);
    await quiet(20);
    expect(await trialOf(id)).toMatchObject({ standing: 'onTrial', episodes: 1, people: 1 });
    await quiet(20);
    expect(await episodesOf(id)).toEqual([{ level: 3, isOpen: true }]);
    await quiet(20, () => [heart(imei)]);
    expect(await episodesOf(id)).toEqual([{ level: 3, isOpen: false }]);
    await quiet(80);
    expect(await trialOf(id)).toMatchObject({ episodes: 2, people: 1 });
    expect(await casesOf(person)).toEqual([]);
    expect(await toldOf(person)).toEqual([]);

    await save('T-OFF', { id, ...silent('offline', 60), level: 3, trialUntil: null });
    expect((await trialOf(id))?.standing).toBe('waiting');
    expect((await (await author()).post('AbnormalRules/Confirm', { id, version: 2 })).error?.message).toContain(
      '修改人以外',
    );
    good(await (await lead()).post('AbnormalRules/Confirm', { id, version: 2 }));
    await quiet(20, () => [heart(imei)]);
    // By now the device is known to send rarely: of a wearer of an SOS button two hours are the limit.
    await quiet(130);
    expect(await casesOf(person)).toEqual([[id, 2, 3, 0]]);
    expect((await toldOf(person)).length).toBeGreaterThan(0);
    await quiet(20, () => [heart(imei)]);
    await save('T-OFF', { id, ...silent('offline', 60), level: 3, valid: false, trialUntil: null });
  });

  test('of wearing is tried beside the version in force', async () => {
    ward.advance(24 * 60 - (ward.now().getTime() - ward.at('09:00').getTime()) / 60_000);
    const imei = '860000000062002';
    const person = await ward.wearer(imei);
    const id = await save('T-WEAR', { ...silent('wear', 100), level: 2 });
    await save('T-WEAR', { id, ...silent('wear', 60), level: 2, trialUntil: nextMonth() });
    const worn = (): readonly object[] => [heart(imei)];
    const off = (): readonly object[] => [beat(imei)];
    await quiet(30, worn);
    await quiet(80, off);
    expect(await trialOf(id)).toMatchObject({ version: 2, episodes: 1, people: 1 });
    expect(await casesOf(person)).toEqual([]);
    await quiet(30, worn);
    expect(await episodesOf(id)).toEqual([{ level: 2, isOpen: false }]);
    await quiet(120, off);
    expect(await trialOf(id)).toMatchObject({ version: 2, episodes: 2, people: 1 });
    expect(await casesOf(person)).toEqual([[id, 1, 2, 0]]);
  });

  test('that cannot be counted keeps no alarm from its staff', async () => {
    ward.advance(24 * 60);
    const imei = '860000000062003';
    const person = await ward.wearer(imei);
    const live = await save('T-LIVE', { ...silent('offline', 60), level: 2 });
    const tried = await save('T-TRIED', { ...silent('offline', 40), level: 3, trialUntil: nextMonth() });
    await asOwner('alter table rule_trial_watch add constraint broken check (told = 0) not valid');
    await sent(heart(imei));
    await quiet(150);
    expect(await casesOf(person)).toEqual([[live, 1, 2, 0]]);
    expect(await trialOf(tried)).toMatchObject({ episodes: 0 });
    await asOwner('alter table rule_trial_watch drop constraint broken');
  });

  test('of a battery cannot be tried: nothing but its words says when it was low', async () => {
    const { error } = await (
      await author()
    ).post('AbnormalRules/CreateOrEdit', {
      ...usual,
      ruleCode: 'T-BATTERY',
      ruleName: 'T-BATTERY',
      dataType: 'battery',
      metric: 'battery',
      level: 1,
      condition: { terms: [], event: { event: 'battery', below: 30 } },
      trialUntil: nextMonth(),
    });
    expect(error?.validationErrors?.map(({ members }) => members)).toEqual([['trialUntil']]);
  });
});

describe('a rule about courses', () => {
  const imei = '860000000061001';
  let person: number;
  let id: number;

  test('on trial counts and opens no case', async () => {
    person = await ward.wearer(imei, { type: 'body_scale' });
    id = await save('T-GAIN', { ...gain(1), level: 3, trialUntil: nextMonth() });
    await weights(imei, 70, 70.2);
    expect(await trialOf(id)).toMatchObject({ standing: 'onTrial', version: 1, episodes: 0, people: 0 });
    await weights(imei, 71.4);
    ward.advance(10);
    await sent(weigh(imei, 71.6));
    expect(await trialOf(id)).toMatchObject({ standing: 'onTrial', version: 1, episodes: 1, people: 1 });
    expect(await casesOf(person)).toEqual([]);
    expect(await toldOf(person)).toEqual([]);
  });

  test('of level 3 that its author takes back waits, and judges once another person has confirmed it', async () => {
    expect(await save('T-GAIN', { id, ...gain(1), level: 3, trialUntil: null })).toBe(id);
    expect((await trialOf(id))?.standing).toBe('waiting');
    // Sent once more without an end: it stays where it is.
    await save('T-GAIN', { id, ...gain(1), level: 3, trialUntil: null });
    expect(await trialOf(id)).toMatchObject({ standing: 'waiting', version: 3 });
    await weights(imei, 72.8);
    expect(await casesOf(person)).toEqual([]);
    expect((await (await author()).post('AbnormalRules/Confirm', { id, version: 3 })).error?.message).toContain(
      '修改人以外',
    );
    good(await (await lead()).post('AbnormalRules/Confirm', { id, version: 3 }));
    expect((await trialOf(id))?.standing).toBe('inForce');
    await weights(imei, 74);
    expect(await casesOf(person)).toEqual([[id, 3, 3, 0]]);
    expect((await toldOf(person)).length).toBeGreaterThan(0);
    await save('T-GAIN', { id, ...gain(1), level: 3, valid: false, trialUntil: null });
  });

  test('of level 2 ends by itself, and counts again when it is met again', async () => {
    const other = '860000000061002';
    const wearer = await ward.wearer(other, { type: 'body_scale' });
    const mild = await save('T-MILD', { ...gain(1.5), level: 2, trialUntil: nextMonth() });
    await weights(other, 60, 61.6, 60, 60.1, 60, 61.9);
    expect(await trialOf(mild)).toMatchObject({ episodes: 2, people: 1 });
    const ends = await ward.sql(
      'select level, ended_at is null as "isOpen" from rule_trial_episode where tenant_id = $1 and rule_id = $2 order by opened_at',
      [mild],
    );
    expect(ends).toEqual([
      { level: 2, isOpen: false },
      { level: 2, isOpen: true },
    ]);
    expect(await casesOf(wearer)).toEqual([]);
    await save('T-MILD', { id: mild, ...gain(1.5), level: 2, valid: false, trialUntil: null });
  });

  test('leaves the version in force that it would replace', async () => {
    const other = '860000000061003';
    const wearer = await ward.wearer(other, { type: 'body_scale' });
    const changed = await save('T-CHANGED', { ...gain(3), level: 2 });
    await save('T-CHANGED', { id: changed, ...gain(1), level: 2, trialUntil: nextMonth() });
    await weights(other, 80, 81.2);
    expect(await trialOf(changed)).toMatchObject({ version: 2, episodes: 1, people: 1 });
    expect(await casesOf(wearer)).toEqual([]);
    await weights(other, 83.5);
    expect(await casesOf(wearer)).toEqual([[changed, 1, 2, 0]]);
    expect(await trialOf(changed)).toMatchObject({ version: 2, episodes: 1 });
    await save('T-CHANGED', { id: changed, ...gain(1), level: 2, valid: false, trialUntil: null });
  });
});
