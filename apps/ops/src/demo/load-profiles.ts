import type { DemoTenant } from '@kangmai/demo/plan-types';
import { addDays, localDay } from '@kangmai/domain';
import { initialsOf } from '@kangmai/server/modules/dictionaries/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Post {
  readonly titles: readonly string[];
  /** Code and name of each; those of doctors are in the dictionary of clinical departments. */
  readonly departments: readonly (readonly [code: string, name: string])[];
  readonly goodAt: string;
}

const posts: Readonly<Record<string, Post>> = {
  Doctor: {
    titles: ['232', '233', '234'],
    departments: [
      ['02', '全科医疗科'],
      ['03', '内科'],
      ['50', '中医科'],
    ],
    goodAt: '高血压、糖尿病的随访与用药调整',
  },
  Nurse: {
    titles: ['253', '254', '255'],
    departments: [['98', '护理部']],
    goodAt: '慢病护理、伤口与管路护理',
  },
  HealthManager: { titles: ['900'], departments: [['97', '健康管理部']], goodAt: '生活方式干预、健康宣教' },
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
    .map(({ user, post }, nth) => {
      const [code, department] = post.departments[nth % post.departments.length] ?? ['', ''];
      return { user, post, nth, code, department, name: `${user.surname}${user.name}` };
    });
  await insertRows(
    tx,
    'staff_profile',
    columnsOf(rows, {
      code: ['text', ({ nth }) => `Y${1001 + nth}`],
      name: ['text', ({ name }) => name],
      initials: ['text', ({ name }) => initialsOf(name, 'person', 30)],
      ['department_code']: ['text', ({ code }) => code],
      department: ['text', ({ department }) => department],
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
