import { careTeam, careTeamMember, dutyType, shift, staffApplication, staffProfile } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  contains,
  day as dayForm,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { type Application, tenantDay } from './rules.ts';

const doctors = 'Pages.StaffManagement.Doctors';
const examine = 'Pages.StaffManagement.Examine';
const readers = [doctors, examine, 'Pages.HealthService', 'Pages.CustomerManage'];
const most = 200;

const doctorTitles = ['231', '232', '233', '234', '235'];

const forSelect = (service: string): Call =>
  call({
    wire: `GET ${service}/Getwcmp_user_doctorsForSelect`,
    title: '医生（选择用）',
    permission: readers,
    input: z.object({ filter: z.string().max(60).optional(), departmentName: z.string().max(60).optional() }),
    output: arrayOf(
      z.object({
        id: whole,
        name: z.string(),
        title: z.string().nullable(),
        departmentName: z.string().nullable(),
        abpUserId: whole.nullable(),
      }),
    ),
    async run(ctx, { filter, departmentName }) {
      return ctx.all(
        ctx
          .from(staffProfile, 'd')
          .select(['d.id', 'd.name', 'd.title', 'd.department as departmentName', 'd.account as abpUserId'])
          .where('d.isVoid', '=', false)
          .where('d.isEnabled', '=', true)
          .where('d.title', 'in', doctorTitles)
          .where('d.licenceEndsOn', '>=', await tenantDay(ctx))
          .$if(departmentName !== undefined, (query) => query.where('d.department', '=', departmentName ?? ''))
          .$if(filter !== undefined, (query) => query.where(contains(filter ?? '', 'd.name', 'd.initials', 'd.goodAt')))
          .orderBy('d.sortNo')
          .orderBy('d.id')
          .limit(most),
      );
    },
  });

const teamsOf = (ctx: CallCtx, account: number) =>
  ctx.all(
    ctx
      .from(careTeamMember, 'm')
      .innerJoin(ctx.from(careTeam, 't').joined, 't.id', 'm.careTeam')
      .select(['t.name'])
      .where('m.user', '=', account)
      .orderBy('t.name'),
  );

const shiftsOf = (ctx: CallCtx, account: number, today: string) =>
  ctx.all(
    ctx
      .from(shift, 's')
      .innerJoin(ctx.from(dutyType, 't').joined, 't.id', 's.dutyType')
      .select(['t.name', 's.startsAt as startTime', 's.endsAt as endTime'])
      .where('s.user', '=', account)
      .where('s.workDate', '=', today)
      .where('s.state', '=', 'published')
      .orderBy('s.startsAt'),
  );

const cardOutput = z.object({
  id: whole,
  name: z.string(),
  userType: z.string(),
  examineState: whole,
  title: z.string().nullable(),
  departmentName: z.string().nullable(),
  hospital: z.string().nullable(),
  skill: z.string().nullable(),
  introduction: z.string().nullable(),
  licenceValidUntil: dayForm.nullable(),
  acceptConsult: z.boolean(),
  isEnabled: z.boolean(),
  abpUserId: whole.nullable(),
  teamNames: arrayOf(z.string()),
  schedule: arrayOf(z.object({ name: z.string(), startTime: timestamp, endTime: timestamp })),
});

/** The facts of the staff code; those of the application before there is one. */
function factsOf(row: Application, profile: Row<typeof staffProfile> | undefined) {
  const {
    title,
    department: departmentName,
    goodAt: skill,
    introduction,
    licenceEndsOn: licenceValidUntil,
  } = profile ?? row;
  return {
    title,
    departmentName,
    hospital: profile ? profile.hospital : row.organization,
    skill,
    introduction,
    licenceValidUntil,
  };
}

function requireReader(ctx: CallCtx, account: number | null): void {
  const isOwn = account !== null && account === ctx.caller.userId;
  if (!isOwn && ![doctors, examine].some(ctx.can)) throw forbidden(examine);
}

async function baseInfo(ctx: CallCtx, id: number): Promise<z.output<typeof cardOutput>> {
  const row = await ctx.repo(staffApplication).find(id);
  requireReader(ctx, row?.account ?? null);
  if (!row) throw notFound();
  const profile = await ctx.repo(staffProfile).first({ where: { application: id } });
  const { account } = row;
  return {
    id,
    name: row.name,
    userType: row.kind,
    examineState: Number(ctx.show(staffApplication, row)['examineState']),
    ...factsOf(row, profile),
    acceptConsult: profile?.acceptsConsult === true,
    isEnabled: profile?.isEnabled === true,
    abpUserId: account,
    teamNames: account === null ? [] : (await teamsOf(ctx, account)).map(({ name }) => name),
    schedule: account === null ? [] : await shiftsOf(ctx, account, await tenantDay(ctx)),
  };
}

const rowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const doctorCalls: readonly Call[] = [
  forSelect('wcmp_user_doctors'),
  forSelect('wcmp_users'),
  call({
    wire: 'GET wcmp_users/GetUserDoctorsBaseInfo',
    title: '人员基本信息',
    permission: 'signed-in',
    input: z.object({ id: rowId.optional(), userId: rowId.optional() }),
    output: cardOutput,
    run: (ctx, { id, userId }) => baseInfo(ctx, id ?? userId ?? 0),
  }),
];
