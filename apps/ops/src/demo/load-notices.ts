import { messagePurposes } from '@kangmai/model';
import { accessAlertPath, spacePath } from '@kangmai/model/menu';
import type { NoticePurposeName } from '@kangmai/model/reference';
import type { Tx } from '@kangmai/server/platform/database/database';

const dayMs = 86_400_000;
const outboxPath = '/jcpt/rzgl/messages';

interface PastNotice {
  readonly purpose: NoticePurposeName;
  readonly severity: number;
  readonly daysAgo: number;
  readonly params: Readonly<Record<string, string>>;
  readonly link: string;
}

const signIn = (daysAgo: number, name: string, reason: string): PastNotice => ({
  purpose: 'App.HostImpersonation',
  severity: 2,
  daysAgo,
  params: { actor: 'admin', name, minutes: '30', reason },
  link: accessAlertPath,
});

/** A message to a wrong number, every fourth day. */
const notDelivered = Array.from({ length: 27 }, (_, nth): PastNotice => ({
  purpose: 'App.MessageNotDelivered',
  severity: 3,
  daysAgo: 2 + nth * 4,
  params: {
    recipient: `13${5 + (nth % 5)}****${String(1207 + nth * 311).slice(-4)}`,
    purpose: messagePurposes.entries.alarm.label,
  },
  link: outboxPath,
}));

const ofAdministrators: readonly PastNotice[] = [
  signIn(63, '护士', '协助排查手环绑定失败'),
  signIn(21, '健康管理师', '协助核对异常规则设置'),
  ...notDelivered,
];

const welcomeSql = `insert into user_notification (tenant_id, user_id, name, severity, data, is_read, read_at, created_at)
  select $1, u.id, 'App.WelcomeToTheApplication', 1, jsonb_build_object('params', jsonb_build_object('name', u.name), 'link', $3::text), true, $2, $2 from app_user u where u.tenant_id = $1`;
const pastSql = `insert into user_notification (tenant_id, user_id, name, severity, data, is_read, read_at, created_at)
  select $1, u.id, n.purpose, n.severity, n.data, true, n.at, n.at from app_user u, unnest($2::text[], $3::smallint[], $4::jsonb[], $5::timestamptz[]) n(purpose, severity, data, at)
  where u.tenant_id = $1 and u.user_name_key = 'admin'`;

/** Notices that users have read: everybody's welcome, and more of administrators. */
export async function loadNotices(tx: Tx, now: Date): Promise<void> {
  const daysBefore = (days: number): Date => new Date(now.getTime() - days * dayMs);
  await tx.execute(welcomeSql, [tx.tenantId, daysBefore(120), spacePath]);
  await tx.execute(pastSql, [
    tx.tenantId,
    ofAdministrators.map(({ purpose }) => purpose),
    ofAdministrators.map(({ severity }) => severity),
    ofAdministrators.map(({ params, link }) => JSON.stringify({ params, link })),
    ofAdministrators.map(({ daysAgo }) => daysBefore(daysAgo)),
  ]);
}
