import { checkResidentId, wholeYears } from '@kangmai/domain';
import { volunteer } from '@kangmai/model';
import { type Draft, permissionsOfCall, type Row, serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import { z } from 'zod';
import { asSaved, call, type CallCtx, implement } from '../../engine/public.ts';
import { lastNumber } from '../../platform/database/numbers.ts';
import { type FieldProblem, invalid, requireSound } from '../../platform/errors.ts';
import type { Wording } from '../../platform/texts/index.ts';

type VolunteerDraft = Draft<typeof volunteer>;
type Volunteer = Row<typeof volunteer>;

const [youngest, adult] = [16, 18];

export const volunteerTexts: Readonly<Record<string, Wording>> = {
  'volunteer.too-young': {
    'zh-Hans': '志愿者须年满{least}周岁，请核对身份证号',
    en: 'Volunteers are {least} or older; check the ID number',
  },
  'volunteer.guardian': {
    'zh-Hans': '未满{adult}周岁须监护人同意，请先取得同意并勾选{field}',
    en: 'Under {adult} the guardian has to agree; get the consent and tick {field}',
  },
  'volunteer.other-sex': {
    'zh-Hans': '{field}与身份证号不一致，请核对，或留空由身份证号填写',
    en: '{field} differs from the ID number; check it, or leave it empty',
  },
  'volunteer.free-time': {
    'zh-Hans': '{field}第{row}行的结束时间须晚于开始时间，请改正',
    en: '{field}, line {row}: the end must be later than the start',
  },
};

function ageProblems(years: number, hasGuardian: boolean): readonly FieldProblem[] {
  if (years < youngest) return [{ field: 'idNumber', reason: 'volunteer.too-young', params: { least: youngest } }];
  if (years >= adult || hasGuardian) return [];
  return [{ field: 'guardianAgreed', reason: 'volunteer.guardian', params: { adult } }];
}

function completePerson(ctx: CallCtx, draft: VolunteerDraft, current: Volunteer | undefined): void {
  if ((['idNumber', 'gender', 'guardianAgreed'] as const).every((name) => draft[name] === undefined)) return;
  const { idNumber, gender, guardianAgreed } = asSaved<VolunteerDraft>(draft, current);
  const checked = checkResidentId(idNumber ?? '', { today: ctx.today() });
  if (!checked.ok) throw invalid('idNumber', checked.reason);
  const sex = String(checked.sex);
  requireSound([
    ...ageProblems(wholeYears(checked.birthday ?? '', ctx.today()) ?? 0, guardianAgreed === true),
    ...(gender && gender !== sex ? [{ field: 'gender', reason: 'volunteer.other-sex' }] : []),
  ]);
  Object.assign(draft, { idNumber: checked.number, gender: sex });
}

function requireHours({ freeTime }: VolunteerDraft): void {
  const wrong = (freeTime ?? []).findIndex(({ start, end }) => end <= start);
  if (wrong >= 0) throw invalid('freeTime', 'volunteer.free-time', { row: wrong + 1 });
}

export const volunteerCode = implement(volunteer, {
  beforeSave(ctx, draft, current) {
    completePerson(ctx, draft, current);
    requireHours(draft);
  },
});

/** `GET XYJ_Volunteer/getserviceNo`: the number that the next volunteer gets, without taking it. */
export const nextServiceNo = call({
  wire: 'GET XYJ_Volunteer/getserviceNo',
  title: '下一个志愿者编号',
  permission: permissionsOfCall(volunteer, 'list'),
  input: z.object({}),
  output: z.string(),
  async run(ctx) {
    const [found] = serialsOf(volunteer);
    if (!found) throw new Error('volunteers have no numbers');
    const [, rule] = found;
    return serialNumber(rule, ctx.today(), (await lastNumber(ctx.tx, seriesOf(rule, ctx.today()))) + 1);
  },
});
