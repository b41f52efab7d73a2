import type { Answer } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import {
  come,
  type EducationWorld,
  enrol,
  openLecture,
  phoneOf,
  saveLecture,
  startEducation,
  storedOf,
  wrongSlots,
} from '../../../test/education-world.ts';

let world: EducationWorld;

beforeAll(async () => {
  world = await startEducation();
});
afterAll(() => world.app.close());

const fieldsOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  error?.validationErrors?.flatMap(({ members }) => members),
];
const call = (path: string, body: object): Promise<Answer<unknown>> =>
  world.admin.post(`HealthEducation/${path}`, body as never);
const stateOf = async (id: number): Promise<number | undefined> =>
  (
    await world.app.query<{ state: number }>(
      'Alpha',
      'select state from health_education where tenant_id = $1 and id = $2',
      [id],
    )
  )[0]?.state;

test('a lecture has begin, end and place; an article has none, and is there once it is published', async () => {
  const without = await saveLecture(world, { startTime: undefined, endTime: undefined, place: undefined });
  expect(fieldsOf(without)).toEqual([400, ['startTime', 'endTime', 'place']]);
  expect(fieldsOf(await saveLecture(world, { endTime: '2031-05-12T08:00:00+08:00' }))).toEqual([400, ['endTime']]);
  const late = await saveLecture(world, { enrollDeadline: '2031-05-12T09:30:00+08:00' });
  expect(fieldsOf(late)).toEqual([400, ['enrollDeadline']]);
  const article = await done(saveLecture(world, { kind: 'article', content: '<p>饮水<script>1</script></p>' }));
  await done(call('Publish', { id: article }));
  expect(await stateOf(article)).toBe(2);
  const refused = await enrol(world, [article, 1]);
  expect(fieldsOf(refused)).toEqual([400, ['healthEducationId']]);
  const row = await done(
    world.admin.get<Record<string, unknown>>('HealthEducation/GetHealthEducationForEdit', { Id: article }),
  );
  expect(row).toMatchObject({ startTime: null, content: '<p>饮水</p>' });
});

test('who enrolled is told of a cancellation; the enrolments are cancelled, and the row stays as it is', async () => {
  const id = await openLecture(world, { maxCount: 1 });
  await done(enrol(world, [id, 1]));
  await done(enrol(world, [id, 2]));
  expect((await call('Cancel', { id })).status).toBe(400);
  await done(call('Cancel', { id, cancelReason: '主讲人临时外出' }));
  await expect.poll(async () => (await storedOf(world, id)).map(({ status }) => status)).toEqual([4, 4]);
  const told = await world.app.query<{ recipient: string; body: string }>(
    'Alpha',
    "select recipient, body from outgoing_message where tenant_id = $1 and purpose = 'educationCancelled' order by id",
  );
  expect(new Set(told.map(({ recipient }) => recipient))).toEqual(new Set([phoneOf(1), phoneOf(2)]));
  expect(told[0]?.body).toMatch(/您报名的2031-05-12 09:00的活动已取消/);
  expect(await wrongSlots(world)).toEqual([]);
  expect((await saveLecture(world, { id, title: '改期' })).error?.reason).toBe('education.closed');
});

test('who enrolled gets a message of another time or place, once for each change', async () => {
  const id = await openLecture(world, { maxCount: 1 });
  await done(enrol(world, [id, 41]));
  await done(enrol(world, [id, 42]));
  const messages = (): Promise<readonly { recipient: string; body: string }[]> =>
    world.app.query(
      'Alpha',
      `select recipient, body from outgoing_message
       where tenant_id = $1 and purpose = 'educationMoved' and recipient = any($2) order by id`,
      [[phoneOf(41), phoneOf(42)]],
    );
  await done(saveLecture(world, { id, startTime: '2031-05-12T09:30:00+08:00', place: '二楼' }));
  await expect.poll(async () => (await messages()).length).toBe(2);
  expect((await messages()).map(({ recipient }) => recipient)).toEqual([phoneOf(41), phoneOf(42)]);
  expect((await messages())[0]?.body).toContain('2031-05-12 09:00的活动有调整，现定于2031-05-12 09:30，地点：二楼');
  const now = { id, startTime: '2031-05-12T09:30:00+08:00', place: '二楼' };
  await done(saveLecture(world, { ...now, title: '防跌倒训练（二）' }));
  await done(saveLecture(world, { ...now, title: '防跌倒训练（二）', place: '三楼' }));
  await expect.poll(async () => (await messages()).length).toBe(4);
});

test('an activity with enrolments stays; one without is deleted', async () => {
  const id = await openLecture(world);
  await done(enrol(world, [id, 1]));
  const refused = await world.admin.delete('HealthEducation/Delete', { Id: id });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'education.has-enrolments']);
  expect(refused.error?.message).toContain('1 条报名');
  const empty = await done(saveLecture(world));
  expect((await world.admin.delete('HealthEducation/Delete', { Id: empty })).status).toBe(200);
});

test('fewer places than are taken are refused with who has them; more of them move the list up', async () => {
  const id = await openLecture(world, { maxCount: 2 });
  await done(enrol(world, [id, 1], { personCount: 2 }));
  await done(enrol(world, [id, 2]));
  const refused = await saveLecture(world, { id, maxCount: 1 });
  expect([refused.status, refused.error?.reason]).toEqual([409, 'slot.below-taken-by']);
  expect(refused.error?.message).toMatch(/BM\d+/);
  await done(saveLecture(world, { id, maxCount: 3 }));
  expect((await storedOf(world, id)).map(({ status, waitNo }) => [status, waitNo])).toEqual([
    [1, null],
    [1, null],
  ]);
  expect(await wrongSlots(world)).toEqual([]);
});

test('an activity begins and ends by the clock; its times stay then, and its record is written', async () => {
  const id = await openLecture(world);
  await come(world, id, 'starts_at');
  expect(await stateOf(id)).toBe(2);
  const moved = await saveLecture(world, { id, startTime: '2031-05-13T09:00:00+08:00' });
  expect(fieldsOf(moved)).toEqual([400, ['startTime']]);
  await come(world, id, 'ends_at');
  expect(await stateOf(id)).toBe(3);
  await done(call('CreateOrEdit', { id, summary: '到场踊跃', materialCount: 40 }));
  const past = await done(saveLecture(world, { startTime: '2031-05-10T10:01:00+08:00' }));
  world.clock.now = Date.parse('2031-05-10T10:01:00+08:00');
  expect((await call('Publish', { id: past })).error?.reason).toBe('education.start-over');
});
