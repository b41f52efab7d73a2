import { calledBySurname } from '@kangmai/domain';
import { type abnormalCase, alarmLevels, client, institution } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, labelIn, table } from '../../../engine/public.ts';
import type { Culture } from '../../../platform/texts/index.ts';
import type { AddressParts } from './addresses.ts';

const tenants = table('tenant', { id: 'bigint', name: 'text' });
const users = table('app_user', { id: 'bigint', culture: 'text?' });

const spoken = (language: string | null | undefined): Culture => (language?.startsWith('en') ? 'en' : 'zh-Hans');

/** The language of a message: that of the user who gets it, else that of the tenant. */
export async function cultureFor({ settings }: AddressParts, ctx: CallCtx, userId: number | null): Promise<Culture> {
  const row =
    userId === null ? undefined : await ctx.first(ctx.from(users, 'u').select('u.culture').where('u.id', '=', userId));
  return spoken(row?.culture ?? (await settings.of(ctx.tenantId, 'Abp.Localization.DefaultLanguageName')));
}

/** Name and number of the house in whose care a person is: its unit's, else the first one. */
async function houseOf(ctx: CallCtx, unit: number | null): Promise<{ readonly name: string; readonly phone?: string }> {
  const houses = await ctx.repo(institution).list({ where: { isEnabled: true }, sort: 'id', take: 200 });
  const house = houses.find(({ organizationUnit }) => organizationUnit === unit) ?? houses[0];
  if (house) return { name: house.name, phone: house.phone };
  const own = await ctx.first(ctx.from(tenants, 't').select('t.name').where('t.id', '=', ctx.tenantId));
  return { name: (own?.name ?? '').trim() };
}

const unknown = {
  phone: { label: '我们', en: 'us' },
  ward: { label: '未绑定设备', en: 'a device without a wearer' },
} as const;

/** Words of a message about a case: nothing that tells a value, a whole name or the person's number. */
export async function alarmWords(ctx: CallCtx, row: Row<typeof abnormalCase>, culture: Culture) {
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  const { name, phone } = await houseOf(ctx, person?.organizationUnit ?? null);
  return {
    house: name,
    phone: phone ?? labelIn(culture, unknown.phone),
    ward: person ? calledBySurname(person.name, person.gender, culture) : labelIn(culture, unknown.ward),
    level: labelIn(culture, alarmLevels.entries[row.level]),
  };
}
