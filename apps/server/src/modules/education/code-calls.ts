import { localMinute, parsePhone } from '@kangmai/domain';
import { educationEnrolment, enrolmentStates, healthEducation } from '@kangmai/model';
import { Members, permissionsOfWrite, type Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  answerAction,
  answerSave,
  call,
  type Call,
  type CallCtx,
  codeOf,
  labelIn,
  servedIn,
  takenPlaces,
  tenantZone,
  whole,
} from '../../engine/public.ts';
import { addressKey } from '../../platform/address-key.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { houseFor, housesOf } from '../messages/public.ts';
import {
  codeSeconds,
  countTry,
  makeDigits,
  openCode,
  type PhoneHolder,
  placesOf as triesOf,
  requireTriesLeft,
  spendCode,
} from '../phone-proof/public.ts';
import { type ActivityCode, codePurposes, type CodePurpose, enrolmentEnd } from './activity-code.ts';
import { withCode } from './code-sessions.ts';
import { enrolmentCode } from './enrolments.ts';
import type { EducationParts } from './parts.ts';
import { placesOf } from './shared.ts';

type Enrolment = Row<typeof educationEnrolment>;
type Lecture = Row<typeof healthEducation>;

/** Wrong numbers at the door from one address within a day; a house has many visitors behind one. */
const mostWrongNumbers = 200;

const code = z.string().min(1).max(400);
const phone = z.string().max(32);
const over = new Set(['refused', 'cancelled']);

function phoneIn(text: string): string {
  const number = parsePhone(text);
  if (number === undefined) throw invalid('phone', 'field.not-phone');
  return number;
}

async function activityOf(ctx: CallCtx, { education, purpose }: ActivityCode, wanted?: CodePurpose): Promise<Lecture> {
  const lecture = await ctx.repo(healthEducation).find(education);
  if (!lecture || (wanted !== undefined && wanted !== purpose)) throw notAllowed('education.code-over');
  return lecture;
}

const activityOutput = z.object({
  purpose: z.enum(codePurposes),
  title: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  place: z.string(),
  houseName: z.string(),
  housePhone: z.string(),
  freePlaces: whole.nullable(),
  needsApproval: z.boolean(),
  isOpen: z.boolean(),
});

/** Whether a code still leads to something: its activity takes place, and enrolling has not ended. */
function isOpenFor(purpose: CodePurpose, lecture: Lecture, now: Date): boolean {
  if (purpose === 'signIn') return lecture.state === 'open' || lecture.state === 'running';
  return lecture.state === 'open' && enrolmentEnd(lecture) > now;
}

async function freePlaces(ctx: CallCtx, lecture: Lecture): Promise<number | null> {
  const places = placesOf(lecture);
  if (places === null) return null;
  const taken = (await takenPlaces(ctx, healthEducation.name, [lecture.id])).get(lecture.id) ?? 0;
  return Math.max(0, places - taken);
}

const minuteOf = (at: Date | null, zone: string): string => (at ? localMinute(at.getTime(), zone) : '');

async function showActivity(ctx: CallCtx, opened: ActivityCode): Promise<z.output<typeof activityOutput>> {
  const lecture = await activityOf(ctx, opened);
  const zone = await tenantZone(ctx);
  const house = houseFor(await housesOf(ctx), null);
  return {
    purpose: opened.purpose,
    title: lecture.title,
    startTime: minuteOf(lecture.startsAt, zone),
    endTime: minuteOf(lecture.endsAt, zone),
    place: lecture.place ?? '',
    houseName: house.name,
    housePhone: house.phone,
    freePlaces: await freePlaces(ctx, lecture),
    needsApproval: lecture.needsApproval,
    isOpen: isOpenFor(opened.purpose, lecture, ctx.now()),
  };
}

const holderOf = ({ caller, sealer }: CallCtx, number: string): PhoneHolder => ({
  purpose: 'enrolment',
  phone: number,
  address: addressKey(caller.ip),
  sealer,
});

async function sendDigits({ messages }: EducationParts, ctx: CallCtx, to: { number: string; lecture: Lecture }) {
  const holder = holderOf(ctx, to.number);
  await requireTriesLeft(ctx.tx, triesOf(holder));
  const digits = await makeDigits(ctx.tx, holder);
  await messages.queue(ctx.tx, {
    channel: 'sms',
    purpose: 'phoneVerification',
    recipient: to.number,
    userId: to.lecture.createdBy,
    culture: ctx.caller.culture,
    params: { code: digits },
    seconds: codeSeconds,
  });
  return { seconds: codeSeconds };
}

const ownOutput = z.object({
  enrollNo: z.string(),
  status: codeOf(enrolmentStates),
  personCount: whole,
  waitNo: whole.nullable(),
});

const shown = ({ enrolNo, status, persons, waitNo }: Enrolment): z.output<typeof ownOutput> => ({
  enrollNo: enrolNo ?? '',
  status: enrolmentStates.wireOf(status) as number,
  personCount: persons,
  waitNo,
});

/** The enrolment of a number that counts: the last one that nobody refused or cancelled. */
async function enrolmentOf(ctx: CallCtx, education: number, number: string): Promise<Enrolment | undefined> {
  const rows = await ctx.repo(educationEnrolment).list({ where: { education, phone: number }, sort: '-id', take: 20 });
  return rows.find(({ status }) => !over.has(status));
}

const enrolInput = z.object({
  code,
  phone,
  smsCode: z.string().trim().min(1).max(16),
  name: z.string().trim().min(1).max(30),
  personCount: z.number().int().min(1).max(10).default(1),
});
type Enrolling = z.output<typeof enrolInput>;

/** The id of right digits. A wrong one is counted although the call is refused, so it has a transaction of its own. */
async function proven(parts: EducationParts, outer: CallCtx, given: Enrolling): Promise<number> {
  const id = await withCode({ parts, outer, code: given.code }, async (ctx) => {
    const holder = holderOf(ctx, phoneIn(given.phone));
    await requireTriesLeft(ctx.tx, triesOf(holder));
    const found = await openCode(ctx.tx, holder, given.smsCode);
    if (found === undefined) await countTry(ctx.tx, triesOf(holder));
    return found;
  });
  if (id === undefined) throw invalid('smsCode', 'phone-proof.sms-code');
  return id;
}

async function enrol(ctx: CallCtx, opened: ActivityCode, given: Enrolling & { readonly codeId: number }) {
  if (!(await spendCode(ctx.tx, given.codeId))) throw invalid('smsCode', 'phone-proof.sms-code');
  const { id } = await activityOf(ctx, opened, 'enrol');
  await ctx.repo(healthEducation).lock(id);
  const number = phoneIn(given.phone);
  const known = await enrolmentOf(ctx, id, number);
  if (known) return { ...shown(known), isNew: false };
  const rights = permissionsOfWrite(educationEnrolment, 'Create');
  const enrolling = { ...ctx, can: (name: string) => rights.includes(name) };
  const served = { ...servedIn(ctx, educationEnrolment, enrolmentCode), given: { source: 'scan' } };
  const { name, personCount } = given;
  const body = Members.of({ healthEducationId: id, name, phone: number, personCount });
  const made = await answerSave(served, enrolling, body);
  return { ...shown(await ctx.repo(educationEnrolment).get(made)), isNew: true };
}

const waysIn = (opened: ActivityCode, { caller }: CallCtx) => [
  { place: `sign-in ${opened.education} ${addressKey(caller.ip)}`, most: mostWrongNumbers },
];

/** Signs in the person of a number; none where nobody enrolled with it, which is counted. */
async function signIn(ctx: CallCtx, opened: ActivityCode, number: string) {
  await activityOf(ctx, opened, 'signIn');
  const places = waysIn(opened, ctx);
  await requireTriesLeft(ctx.tx, places);
  const found = await enrolmentOf(ctx, opened.education, number);
  if (!found) {
    await countTry(ctx.tx, places);
    return undefined;
  }
  if (found.status === 'signedIn') return shown(found);
  if (found.status !== 'enrolled') {
    const state = labelIn(ctx.caller.culture, enrolmentStates.entries[found.status]);
    throw notAllowed('education.not-enrolled', { state });
  }
  const served = servedIn(ctx, educationEnrolment, enrolmentCode);
  await answerAction(served, ctx, { name: 'signIn', body: Members.of({ id: found.id }) });
  return shown(await ctx.repo(educationEnrolment).get(found.id));
}

const anonymous = { permission: 'anonymous', detached: true } as const;
/** Many visitors stand behind one address. */
const atDoor = { ...anonymous, addressPays: 'forFailures' } as const;

const enrolCalls = (parts: EducationParts): readonly Call[] => [
  call({
    ...anonymous,
    wire: 'POST HealthEducationEnroll/SendCode',
    title: '扫码报名：发送验证码',
    input: z.object({ code, phone }),
    output: z.object({ seconds: whole }),
    bodyOnly: ['code', 'phone'],
    cost: 10,
    run: (outer, given) =>
      withCode({ parts, outer, code: given.code }, async (ctx, opened) => {
        const lecture = await activityOf(ctx, opened, 'enrol');
        if (lecture.state !== 'open') throw notAllowed('education.code-closed');
        return sendDigits(parts, ctx, { number: phoneIn(given.phone), lecture });
      }),
  }),
  call({
    ...anonymous,
    wire: 'POST HealthEducationEnroll/EnrolByCode',
    title: '扫码报名',
    resource: educationEnrolment,
    input: enrolInput,
    output: ownOutput.extend({ isNew: z.boolean() }),
    bodyOnly: ['code', 'phone', 'smsCode', 'name'],
    cost: 5,
    async run(outer, given) {
      const codeId = await proven(parts, outer, given);
      return withCode({ parts, outer, code: given.code }, (ctx, opened) => enrol(ctx, opened, { ...given, codeId }));
    },
  }),
];

/** The calls behind the QR code of an activity: the code is the proof, for signing in with the number. */
export const scanCalls = (parts: EducationParts): readonly Call[] => [
  call({
    ...atDoor,
    wire: 'POST HealthEducationEnroll/OpenCode',
    title: '打开活动二维码',
    input: z.object({ code }),
    output: activityOutput,
    bodyOnly: ['code'],
    reads: true,
    run: (outer, given) => withCode({ parts, outer, code: given.code }, showActivity),
  }),
  ...enrolCalls(parts),
  call({
    ...atDoor,
    wire: 'POST HealthEducationEnroll/SignInByCode',
    title: '扫码签到',
    resource: educationEnrolment,
    input: z.object({ code, phone }),
    output: ownOutput,
    bodyOnly: ['code', 'phone'],
    cost: 5,
    async run(outer, given) {
      const found = await withCode({ parts, outer, code: given.code }, (ctx, opened) =>
        signIn(ctx, opened, phoneIn(given.phone)),
      );
      if (!found) throw invalid('phone', 'education.unknown-phone');
      return found;
    },
  }),
];
