import type { DemoTenant } from '@kangmai/demo/plan-types';
import { addDays, localDay } from '@kangmai/domain';
import { initialsOf } from '@kangmai/server/modules/dictionaries/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Post {
  readonly titles: readonly string[];
  readonly department: string;
  readonly departmentCode: string;
  readonly goodAt: string;
}

const posts: Readonly<Record<string, Post>> = {
  Doctor: {
    titles: ['232', '233', '234'],
    department: '全科医疗科',
    departmentCode: '02',
    goodAt: '高血压、糖尿病的随访与用药调整',
  },
  Nurse: {
    titles: ['253', '254', '255'],
    department: '护理部',
    departmentCode: '98',
    goodAt: '慢病护理、伤口与管路护理',
  },
  HealthManager: { titles: ['900'], department: '健康管理部', departmentCode: '97', goodAt: '生活方式干预、健康宣教' },
};

/** Days from today to the end of a licence; two end within sixty days. */
const licenceDays = (nth: number): number => (nth === 1 ? 41 : nth === 4 ? 18 : 200 + nth * 97);

/** Codes, titles and licences of the doctors, nurses and health managers of a tenant. */
export async function loadProfiles(
  tx: Tx,
  {
    tenant,
    staff,
    now,
    zone,
  }: { readonly tenant: DemoTenant; readonly staff: Staff; readonly now: Date; readonly zone: string },
): Promise<void> {
  const today = localDay(now.getTime(), zone);
  const rows = tenant.users
    .flatMap((user) => {
      const post = posts[user.role];
      return post ? [{ user, post }] : [];
    })
    .map(({ user, post }, nth) => ({ user, post, nth, name: `${user.surname}${user.name}` }));
  await insertRows(
    tx,
    'staff_profile',
    columnsOf(rows, {
      code: ['text', ({ nth }) => `Y${1001 + nth}`],
      name: ['text', ({ name }) => name],
      initials: ['text', ({ name }) => initialsOf(name, 'person', 30)],
      ['department_code']: ['text', ({ post }) => post.departmentCode],
      department: ['text', ({ post }) => post.department],
      title: ['text', ({ post, nth }) => post.titles[nth % post.titles.length]],
      ['is_doctor']: ['boolean', ({ user }) => user.role === 'Doctor'],
      ['licence_no']: [
        'text',
        ({ user, nth }) => (user.role === 'HealthManager' ? null : `53${110_000_000_000 + nth * 7919}`),
      ],
      ['licence_ends_on']: [
        'date',
        ({ user, nth }) => (user.role === 'HealthManager' ? null : addDays(today, licenceDays(nth))),
      ],
      ['good_at']: ['text', ({ post }) => post.goodAt],
      ['account_id']: ['bigint', ({ user }) => staff.user(user.userName)],
    }),
  );
}
