import { calledBySurname } from '@kangmai/domain';
import { type abnormalCase, alarmLevels, client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, labelIn, table } from '../../../engine/public.ts';
import type { Culture } from '../../../platform/texts/index.ts';
import type { AddressParts } from './addresses.ts';
import { houseOf, type House } from './house.ts';

const tenants = table('tenant', { id: 'bigint', name: 'text' });
const users = table('app_user', { id: 'bigint', culture: 'text?' });

const spoken = (language: string | null | undefined): Culture => (language?.startsWith('en') ? 'en' : 'zh-Hans');

/** The language of a message: that of the user who gets it, else that of the tenant. */
export async function cultureFor({ settings }: AddressParts, ctx: CallCtx, userId: number | null): Promise<Culture> {
  const row =
    userId === null ? undefined : await ctx.first(ctx.from(users, 'u').select('u.culture').where('u.id', '=', userId));
  return spoken(row?.culture ?? (await settings.of(ctx.tenantId, 'Abp.Localization.DefaultLanguageName')));
}

/** The house of a person for a message; the tenant where it has none. */
async function senderOf(ctx: CallCtx, unit: number | null): Promise<Pick<House, 'name'> & Partial<House>> {
  const house = await houseOf(ctx, unit);
  if (house) return house;
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
  const { name, phone } = await senderOf(ctx, person?.organizationUnit ?? null);
  return {
    house: name,
    phone: phone ?? labelIn(culture, unknown.phone),
    ward: person ? calledBySurname(person.name, person.gender, culture) : labelIn(culture, unknown.ward),
    level: labelIn(culture, alarmLevels.entries[row.level]),
  };
}
