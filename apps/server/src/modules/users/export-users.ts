import type { Members } from '@kangmai/resource';
import { allPages, type CallCtx, labelIn, maskPhone, type OwnSheet, page, sql } from '../../engine/public.ts';
import { listForm, lockedUntil, usersOf } from './list-users.ts';

const roleNames = sql<string>`(select string_agg(r.display_name, '、' order by r.display_name) from user_role x
  join app_role r on r.tenant_id = x.tenant_id and r.id = x.role_id and not r.is_deleted where x.tenant_id = u.tenant_id and x.user_id = u.id)`;
const unitNames = sql<string>`(select string_agg(o.display_name, '、' order by o.code) from user_organization_unit m
  join organization_unit o on o.tenant_id = m.tenant_id and o.id = m.organization_unit_id and not o.is_deleted where m.tenant_id = u.tenant_id and m.user_id = u.id)`;

const columns = [
  'u.userName',
  'u.surname',
  'u.name',
  'u.emailAddress',
  'u.phoneNumber',
  roleNames.as('roles'),
  unitNames.as('organizationUnits'),
  'u.isActive',
  lockedUntil.as('lockedUntil'),
  'u.lastLoginAt',
  'u.createdAt',
] as const;

const titles = [
  { label: '用户名', en: 'User name' },
  { label: '姓', en: 'Surname' },
  { label: '名', en: 'Given name' },
  { label: '邮箱', en: 'E-mail' },
  { label: '手机号', en: 'Phone number' },
  { label: '角色', en: 'Roles' },
  { label: '组织机构', en: 'Organisation units' },
  { label: '启用', en: 'Active' },
  { label: '锁定至', en: 'Locked until' },
  { label: '最近登录', en: 'Last sign-in' },
  { label: '创建时间', en: 'Created' },
];

const filtersIn = (given: Members) =>
  listForm.parse(
    Object.fromEntries(
      Object.keys(listForm.shape)
        .map((name) => [name, given.get(name)] as const)
        .filter(([, value]) => value !== undefined && value !== ''),
    ),
  );

export const userSheet: OwnSheet = async (ctx: CallCtx, given: Members) => {
  const list = usersOf(ctx, filtersIn(given));
  const { culture } = ctx.caller;
  const yesOrNo = (isTrue: boolean): string =>
    labelIn(culture, isTrue ? { label: '是', en: 'yes' } : { label: '否', en: 'no' });
  async function* pages() {
    for await (const rows of allPages(ctx, { ...list, columns }))
      yield rows.map((row) => [
        row.userName,
        row.surname,
        row.name,
        row.emailAddress,
        row.phoneNumber && maskPhone(row.phoneNumber),
        row.roles,
        row.organizationUnits,
        yesOrNo(row.isActive),
        row.lockedUntil,
        row.lastLoginAt,
        row.createdAt,
      ]);
  }
  return {
    titles: titles.map((title) => labelIn(culture, title)),
    pages: pages(),
    total: async () => (await page(ctx, { ...list, columns: ['u.id'], skip: 0, take: 1 })).totalCount,
  };
};
