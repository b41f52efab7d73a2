import { healthEducation, untimedKinds } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call, type CallCtx, timestamp } from '../../engine/public.ts';
import { invalid, notAllowed, notFound } from '../../platform/errors.ts';
import type { Tokens } from '../../platform/tokens.ts';
import type { EducationParts } from './parts.ts';

export const codePurposes = ['enrol', 'signIn'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What a QR code of an activity holds, sealed. It names nobody. */
export interface ActivityCode {
  readonly tenantId: number;
  readonly education: number;
  readonly purpose: CodePurpose;
  readonly expiresAt: Date;
}

type Lecture = Row<typeof healthEducation>;

/** The page that a code opens; the code stands behind the #, which no server sees. */
const page = '/phoneIndex/activity';
const form = /^(\d{1,15})\.(\d{1,16})\.(enrol|signIn)\.(\d{1,12})$/;
/** A code for signing in is shown at the door and replaced all the time, so that it is of no use at home. */
const doorSeconds = 300;

const sealCode = (tokens: Tokens, { tenantId, education, purpose, expiresAt }: ActivityCode): string =>
  tokens.seal(`${tenantId}.${education}.${purpose}.${Math.floor(expiresAt.getTime() / 1000)}`, 'activity code');

/** The content of a living code. Throws for one that has expired or that no server of ours sealed. */
export function openActivityCode(tokens: Tokens, code: string, now: Date): ActivityCode {
  const [, tenantId, education, purpose, seconds] = form.exec(tokens.open(code, 'activity code') ?? '') ?? [];
  const expiresAt = new Date(Number(seconds) * 1000);
  if (tenantId === undefined || !(expiresAt > now)) throw notAllowed('education.code-over');
  return { tenantId: Number(tenantId), education: Number(education), purpose: purpose as CodePurpose, expiresAt };
}

/** When people may no longer enrol: the deadline, else the start. */
export const enrolmentEnd = ({ enrolUntil, startsAt }: Lecture): Date => enrolUntil ?? startsAt ?? new Date(0);

function lifeOf(lecture: Lecture, purpose: CodePurpose, now: Date): Date {
  if ((untimedKinds as readonly string[]).includes(lecture.kind)) throw invalid('purpose', 'education.no-code');
  const isOpen = lecture.state === 'open';
  if (purpose === 'enrol') {
    const until = enrolmentEnd(lecture);
    if (!isOpen || until <= now) throw notAllowed('education.code-closed');
    return until;
  }
  const end = lecture.endsAt ?? new Date(0);
  if (!(isOpen || lecture.state === 'running') || end <= now) throw notAllowed('education.code-closed');
  return new Date(Math.min(now.getTime() + doorSeconds * 1000, end.getTime()));
}

async function makeCode(
  { services }: EducationParts,
  ctx: CallCtx,
  { id, purpose }: { readonly id: number; readonly purpose: CodePurpose },
) {
  const lecture = await ctx.repo(healthEducation).find(id);
  if (!lecture) throw notFound(healthEducation.name);
  const expiresAt = lifeOf(lecture, purpose, ctx.now());
  const code = sealCode(services.tokens, { tenantId: ctx.tenantId, education: id, purpose, expiresAt });
  return { url: `${page}#${code}`, expiresAt };
}

export const codeCalls = (parts: EducationParts): readonly Call[] => [
  call({
    wire: 'GET HealthEducation/GetQrCode',
    title: '活动二维码',
    permission: 'Pages.HealthService.HealthEducationEnroll.Edit',
    input: z.object({
      id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
      purpose: z.enum(codePurposes),
    }),
    output: z.object({ url: z.string(), expiresAt: timestamp }),
    run: (ctx, input) => makeCode(parts, ctx, input),
  }),
];
