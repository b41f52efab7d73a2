import { checkResidentId } from '@kangmai/domain';
import { jobPosition, shift, staffMember, staffPaper } from '@kangmai/model';
import { type Draft, permissionsOfCall, type Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  asSaved,
  call,
  type CallCtx,
  implement,
  type Implementation,
  type Services,
  sql,
  whether,
  whole,
} from '../../engine/public.ts';
import { type FieldProblem, invalid, notAllowed, requireSound } from '../../platform/errors.ts';
import { endAccount } from '../users/public.ts';
import { refuseUsed, whoeverSees } from './in-use.ts';

type Member = Row<typeof staffMember>;
type MemberDraft = Draft<typeof staffMember>;

const soon = 30;

/** Birthday and sex follow from the ID number where they are empty, and agree with it where they are not. */
function completeIdentity(ctx: CallCtx, draft: MemberDraft, current: Member | undefined): void {
  const isTouched = (['idNumber', 'birthday', 'sex'] as const).some((name) => draft[name] !== undefined);
  if (!isTouched) return;
  const { idNumber, birthday, sex } = asSaved<MemberDraft>(draft, current);
  const checked = checkResidentId(idNumber ?? '', { today: ctx.today() });
  if (!checked.ok) throw invalid('idNumber', checked.reason);
  const problems: FieldProblem[] = [];
  if (birthday && birthday !== checked.birthday) problems.push({ field: 'birthday', reason: 'staff.birthday-differs' });
  if (sex && sex !== String(checked.sex)) problems.push({ field: 'sex', reason: 'staff.sex-differs' });
  requireSound(problems);
  Object.assign(draft, { idNumber: checked.number, birthday: checked.birthday, sex: String(checked.sex) });
}

function requireSoundLeaving(ctx: CallCtx, row: Member, leftOn: string): void {
  if (leftOn < row.enteredOn) throw invalid('leftOn', 'staff.left-before-joining', { day: row.enteredOn });
  if (leftOn > ctx.today()) throw invalid('leftOn', 'field.in-future');
}

async function refuseOnRoster(ctx: CallCtx, { id }: Member): Promise<void> {
  const found = await ctx.first(
    ctx
      .from(shift, 's')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('s.workDate').as('day')])
      .where('s.person', '=', id)
      .where('s.startsAt', '>', ctx.now())
      .where('s.state', '<>', 'stopped'),
  );
  if (found?.count) throw notAllowed('staff.on-roster', { count: found.count, day: String(found.day), id });
}

/** Members of the staff: who leaves loses the account by the way and with the checks of users. */
export const staffMemberCode = (services: Services): Implementation =>
  implement(staffMember, {
    beforeSave(ctx, draft, current) {
      completeIdentity(ctx, draft, current);
      const { enteredOn, leftOn } = asSaved<MemberDraft>(draft, current);
      if (enteredOn && leftOn && leftOn < enteredOn)
        throw invalid('enteredOn', 'staff.joined-after-leaving', { day: leftOn });
    },
    async beforeDelete(ctx, row) {
      await refuseUsed(ctx, [ctx.from(staffPaper, 'r').beyondSight(whoeverSees).where('r.holder', '=', row.id)]);
      await refuseOnRoster(ctx, row);
    },
    conditions: {
      papersEnd: (asked, ctx) =>
        whether(
          asked,
          sql`exists ${ctx
            .from(staffPaper, 'p')
            .beyondSight('the holder is in sight')
            .select('p.id')
            .where(sql<boolean>`p.holder_id = b.id`)
            .where('p.state', '=', 'valid')
            .where(sql<boolean>`p.valid_until <= ${ctx.today()}::date + ${soon}::integer`)}`,
        ),
      lacksPapers: (asked, ctx) =>
        whether(
          asked,
          sql`(b.state <> 'left' and b.position_id = any(array${ctx
            .from(jobPosition, 'n')
            .select('n.id')
            .where('n.neededPapers', 'is not', null)}) and exists ${ctx
            .from(jobPosition, 'q')
            .select('q.id')
            .where(sql<boolean>`q.id = b.position_id`)
            .where(
              sql<boolean>`not q.needed_papers <@ array${ctx
                .from(staffPaper, 'p')
                .beyondSight('the holder is in sight')
                .select('p.kind')
                .where(sql<boolean>`p.holder_id = b.id`)
                .where('p.state', '=', 'valid')}`,
            )})`,
        ),
    },
    moves: {
      async leave(ctx, { row, input, change }) {
        const leftOn = String(change.leftOn ?? input.leftOn);
        requireSoundLeaving(ctx, row, leftOn);
        await refuseOnRoster(ctx, row);
        change.leftOn = leftOn;
        if (row.account !== null) await endAccount(services, ctx, row.account);
      },
      rejoin(_ctx, { change }) {
        change.leftOn = null;
      },
    },
  });

export const staffForSelectCall = call({
  wire: 'GET PersonInfos/GetAllForSelect',
  title: '人员（选择用）',
  permission: permissionsOfCall(staffMember, 'list'),
  input: z.object({ orgUnitId: z.coerce.number().int().optional(), positionId: z.coerce.number().int().optional() }),
  output: arrayOf(z.object({ id: whole, name: z.string(), phone: z.string().nullable() })),
  async run(ctx, { orgUnitId, positionId }) {
    const rows = await ctx.repo(staffMember).list({
      where: {
        state: 'active',
        ...(orgUnitId !== undefined && { organizationUnit: orgUnitId }),
        ...(positionId !== undefined && { position: positionId }),
      },
      sort: 'jobNo',
    });
    return rows.map((row) => {
      const { id, name, phone } = ctx.show(staffMember, row) as { id: number; name: string; phone: string | null };
      return { id, name, phone };
    });
  },
});
