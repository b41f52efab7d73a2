import { dictionaryEntry, dictionaryType, examineStates, staffApplication } from '@kangmai/model';
import { checkFields, type Fields, jsonKeyOf, type Members } from '@kangmai/resource';
import { z } from 'zod';
import { inTenant } from '../../access/in-tenant.ts';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  codeOf,
  labelIn,
  moveOf,
  saveInput,
  withRepositories,
  whole,
} from '../../engine/public.ts';
import { conflict, invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { completeApplication, notifyApprovers } from './applications.ts';
import { codeSeconds, makeDigits, type PhoneHolder, spendCode } from '../phone-proof/public.ts';
import type { ApprovalParts } from './parts.ts';
import { dropPictures, mostCharacters, mostPictures, recordPictures, savePictures } from './pictures.ts';
import { type Application, type ApplicationDraft, papersProblems } from './rules.ts';
import { applicantOf, enter, type Given } from './way-in.ts';

const code = z.string().trim().min(1).max(32);
const given = z.object({ registrationCode: code, phone: z.string().max(32), smsCode: code });
const more = {
  registrationCode: { type: 'string', maxLength: 32 },
  smsCode: { type: 'string', maxLength: 32 },
  isAgreed: { type: 'boolean' },
  certificateImages: { type: 'array', maxItems: mostPictures, items: { type: 'string' } },
} as const;

/** What an applicant writes; pictures come as base64, the rest is the house's. */
const written: Fields = Object.fromEntries(
  Object.entries(staffApplication.fields as Fields).filter(
    ([name, { kind, options }]) => kind !== 'file' && options.readonly !== true && name !== 'phone',
  ),
);

const namedIn = (body: Members): Fields =>
  Object.fromEntries(Object.entries(written).filter(([name, field]) => body.get(jsonKeyOf(name, field)) !== undefined));

function givenIn(body: Members): Given {
  const parts = {
    registrationCode: body.get('registrationCode'),
    phone: body.get('phone'),
    smsCode: body.get('smsCode'),
  };
  const read = given.safeParse(parts);
  if (read.success) return read.data;
  throw invalid(String(read.error.issues[0]?.path[0] ?? 'phone'), 'field.required');
}

function picturesIn(body: Members): readonly string[] {
  const read = z
    .array(z.string().max(mostCharacters + 40))
    .max(mostPictures)
    .safeParse(body.get('certificateImages') ?? []);
  if (!read.success) throw invalid('certificates', 'application.picture');
  return read.data;
}

const knownSql =
  'select id from staff_application where tenant_id = $1 and phone_index = any($2::bytea[]) and not is_deleted';

/** The application of a number, locked. */
async function applicationOf(ctx: CallCtx, { phone, sealer }: PhoneHolder): Promise<Application | undefined> {
  const known = await ctx.tx.one<{ id: number }>(knownSql, [ctx.tenantId, sealer.indexes(phone)]);
  return known && ctx.repo(staffApplication).lock(known.id);
}

const stateWord = (ctx: CallCtx, { state }: Application): string =>
  labelIn(ctx.caller.culture, examineStates.entries[state]);

interface Sent {
  readonly by: PhoneHolder;
  readonly draft: ApplicationDraft;
}

async function register(ctx: CallCtx, { by, draft }: Sent): Promise<Application> {
  const known = await applicationOf(ctx, by);
  if (known) throw conflict('application.exists', { state: stateWord(ctx, known) });
  await completeApplication(ctx, draft);
  requireSound(papersProblems(draft));
  const row = await ctx.rows(staffApplication).insert({ ...draft, phone: by.phone, appliedAt: ctx.now() });
  return row as unknown as Application;
}

const resubmission = moveOf(staffApplication, 'resubmit');

async function resubmit(ctx: CallCtx, { by, draft }: Sent): Promise<Application> {
  const known = await applicationOf(ctx, by);
  if (!known) throw notAllowed('application.none');
  if (!resubmission.fits(known.state)) throw conflict('application.exists', { state: stateWord(ctx, known) });
  await completeApplication(ctx, draft);
  requireSound(papersProblems({ ...known, ...draft }));
  const state = resubmission.from(ctx, known.state);
  return ctx.repo(staffApplication).update(known.id, { ...draft, state, appliedAt: ctx.now() });
}

interface Way {
  readonly fieldsOf: (body: Members) => Fields;
  readonly write: (ctx: CallCtx, sent: Sent) => Promise<Application>;
}

/** Proves the number, stores pictures, and writes all in one transaction with the code. */
async function send(
  parts: ApprovalParts,
  outer: CallCtx,
  { body, way }: { readonly body: Members; readonly way: Way },
) {
  const { services, surroundings, planOf } = parts;
  const proof = givenIn(body);
  if (body.get('isAgreed') !== true) throw invalid('isAgreed', 'application.agree');
  const by = await applicantOf(parts, outer, proof);
  const { codeId } = await enter(parts, outer, { by, given: proof });
  const pictures = await savePictures(services, outer.tenantId, picturesIn(body));
  try {
    const row = await inTenant(surroundings, { caller: outer.caller }, async (inner) => {
      const ctx = withRepositories(inner, planOf);
      if (!(await spendCode(ctx.tx, codeId))) throw invalid('smsCode', 'phone-proof.sms-code');
      const { values, problems } = checkFields(way.fieldsOf(body), body, ctx.check);
      requireSound(problems);
      const draft = { ...values } as ApplicationDraft;
      if (pictures.length > 0) draft.certificates = [...(await recordPictures(ctx, pictures))];
      const made = await way.write(ctx, { by, draft });
      await notifyApprovers(parts, ctx, made);
      return made;
    });
    return { id: row.id, examineState: examineStates.wireOf(row.state) };
  } catch (error) {
    await dropPictures(services, pictures);
    throw error;
  }
}

const codeOutput = z.object({
  seconds: whole,
  titles: arrayOf(z.object({ code: z.string(), name: z.string() })),
});

const titlesOf = ({ surroundings, planOf }: ApprovalParts, { caller }: CallCtx) =>
  inTenant(surroundings, { caller }, (inner) => {
    const ctx = withRepositories(inner, planOf);
    return ctx.all(
      ctx
        .from(dictionaryEntry, 'e')
        .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
        .select(['e.code', 'e.name'])
        .where('t.typeCode', '=', 'staff_title')
        .where('e.isActive', '=', true)
        .orderBy('e.code'),
    );
  });

async function sendCode(
  parts: ApprovalParts,
  ctx: CallCtx,
  asked: Omit<Given, 'smsCode'>,
): Promise<z.output<typeof codeOutput>> {
  const by = await applicantOf(parts, ctx, asked);
  const { openedBy } = await enter(parts, ctx, {
    by,
    given: { registrationCode: asked.registrationCode, phone: asked.phone },
  });
  await parts.services.database.withTenant(ctx.tenantId, async (tx) => {
    const digits = await makeDigits(tx, by);
    await parts.messages.queue(tx, {
      channel: 'sms',
      purpose: 'phoneVerification',
      recipient: by.phone,
      userId: openedBy,
      culture: ctx.caller.culture,
      params: { code: digits },
      seconds: codeSeconds,
    });
  });
  return { seconds: codeSeconds, titles: await titlesOf(parts, ctx) };
}

const ownOutput = z.object({
  examineState: codeOf(examineStates),
  examineRemark: z.string().nullable(),
  userType: z.string(),
  name: z.string(),
  emailAddress: z.string(),
  organization: z.string(),
  department: z.string().nullable(),
  title: z.string().nullable(),
  licenseExpire: z.string().nullable(),
  goodAt: z.string().nullable(),
  introduction: z.string().nullable(),
  pictures: whole,
});

/** What the owner of a number sent, without the numbers of papers. */
async function ownApplication(parts: ApprovalParts, outer: CallCtx, proof: z.output<typeof given>) {
  const by = await applicantOf(parts, outer, proof);
  await enter(parts, outer, { by, given: proof });
  const row = await inTenant(parts.surroundings, { caller: outer.caller }, (ctx) =>
    applicationOf(withRepositories(ctx, parts.planOf), by),
  );
  return (
    row && {
      examineState: examineStates.wireOf(row.state),
      examineRemark: row.examineRemark,
      userType: row.kind,
      name: row.name,
      emailAddress: row.emailAddress,
      organization: row.organization,
      department: row.department,
      title: row.title,
      licenseExpire: row.licenceEndsOn,
      goodAt: row.goodAt,
      introduction: row.introduction,
      pictures: row.certificates?.length ?? 0,
    }
  );
}

const sendOutput = z.object({ id: whole, examineState: codeOf(examineStates) });
const bodyOnly = ['registrationCode', 'smsCode'];

const sending = (parts: ApprovalParts, { wire, title, way }: { wire: string; title: string; way: Way }): Call =>
  call({
    wire,
    title,
    permission: 'anonymous',
    resource: staffApplication,
    input: saveInput(staffApplication, more),
    output: sendOutput,
    bodyOnly,
    detached: true,
    run: (ctx, body) => send(parts, ctx, { body, way }),
  });

/** The calls of applicants: the two codes are the proof. */
export const registerCalls = (parts: ApprovalParts): readonly Call[] => [
  call({
    wire: 'POST wcmp_users/SendRegisterCode',
    title: '发送申请验证码',
    permission: 'anonymous',
    resource: staffApplication,
    input: z.object({ registrationCode: code, phone: z.string().max(32) }),
    output: codeOutput,
    bodyOnly,
    detached: true,
    run: (ctx, asked) => sendCode(parts, ctx, asked),
  }),
  call({
    wire: 'POST wcmp_users/GetOwnApplication',
    title: '查看本人的申请',
    permission: 'anonymous',
    resource: staffApplication,
    input: given,
    output: z.object({ application: ownOutput.nullable() }),
    bodyOnly,
    detached: true,
    run: async (ctx, proof) => ({ application: (await ownApplication(parts, ctx, proof)) ?? null }),
  }),
  sending(parts, {
    wire: 'POST wcmp_users/Register',
    title: '提交人员申请',
    way: { fieldsOf: () => written, write: register },
  }),
  sending(parts, {
    wire: 'POST wcmp_users/Resubmit',
    title: '重新提交人员申请',
    way: { fieldsOf: namedIn, write: resubmit },
  }),
];
