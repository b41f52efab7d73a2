import { client, abnormalCase, type alarmNotice, gzhSetting, guardianContact, user } from '@kangmai/model';
import type { AnyResource, Row } from '@kangmai/resource';
import type { Settings } from '../../../access/settings.ts';
import { type CallCtx, table } from '../../../engine/public.ts';
import { housesOf, type Houses } from '../../messages/public.ts';

type Notice = Row<typeof alarmNotice>;
type ById<R> = ReadonlyMap<number, R>;

export interface BookParts {
  readonly settings: Pick<Settings, 'of'>;
}

const users = table('app_user', {
  id: 'bigint',
  culture: 'text?',
  ['email_address']: 'text',
  ['is_email_confirmed']: 'boolean',
});

export interface Writing {
  readonly culture: string | null;
  readonly mail: string;
}

export interface SendBook {
  readonly cases: ById<Row<typeof abnormalCase>>;
  readonly persons: ById<Row<typeof client>>;
  readonly contacts: ById<Row<typeof guardianContact>>;
  readonly users: ById<Row<typeof user>>;
  readonly writing: ById<Writing>;
  readonly houses: Houses;
  readonly hasAccount: boolean;
  readonly dutyPhone: string;
  readonly language: string;
  readonly quietHours: string;
}

const known = (ids: readonly (number | null | undefined)[]): readonly number[] => [
  ...new Set(ids.flatMap((id) => id ?? [])),
];

export async function rowsById<R extends AnyResource>(
  ctx: CallCtx,
  resource: R,
  asked: readonly (number | null | undefined)[],
): Promise<ById<Row<R>>> {
  const ids = known(asked);
  if (ids.length === 0) return new Map();
  const rows = await ctx.repo(resource).list({ where: { id: { in: ids } } as object, take: ids.length });
  return new Map(rows.map((row) => [(row as { readonly id: number }).id, row]));
}

async function writingTo(ctx: CallCtx, asked: readonly (number | null)[]): Promise<ById<Writing>> {
  const ids = known(asked);
  if (ids.length === 0) return new Map();
  const rows = await ctx.all(
    ctx
      .from(users, 'u')
      .select(['u.id', 'u.culture', 'u.email_address', 'u.is_email_confirmed'])
      .where('u.id', 'in', ids),
  );
  return new Map(
    rows.map(({ id, culture, ...row }) => {
      return [id, { culture, mail: row['is_email_confirmed'] ? row['email_address'] : '' }];
    }),
  );
}

async function hasAccount(ctx: CallCtx, notices: readonly Notice[]): Promise<boolean> {
  if (!notices.some(({ channel }) => channel === 'template')) return false;
  return (await ctx.repo(gzhSetting).first({ where: { isEnabled: true } })) !== undefined;
}

async function peopleOf(
  ctx: CallCtx,
  notices: readonly Notice[],
): Promise<Pick<SendBook, 'cases' | 'persons' | 'contacts' | 'users' | 'writing'>> {
  const receivers = notices.map(({ receiverUser }) => receiverUser);
  const [cases, contacts, found, writing] = await Promise.all([
    rowsById(
      ctx,
      abnormalCase,
      notices.map((notice) => notice.case),
    ),
    rowsById(
      ctx,
      guardianContact,
      notices.map(({ contact }) => contact),
    ),
    rowsById(ctx, user, receivers),
    writingTo(ctx, receivers),
  ]);
  const persons = await rowsById(ctx, client, [
    ...[...cases.values()].map((row) => row.client),
    ...[...contacts.values()].map(({ linkedClient }) => linkedClient),
    ...notices.map((notice) => notice.client),
  ]);
  return { cases, persons, contacts, users: found, writing };
}

export async function readSendBook(
  { settings }: BookParts,
  ctx: CallCtx,
  notices: readonly Notice[],
): Promise<SendBook> {
  const [people, houses, account, dutyPhone, language, quietHours] = await Promise.all([
    peopleOf(ctx, notices),
    housesOf(ctx),
    hasAccount(ctx, notices),
    settings.of(ctx.tenantId, 'App.Alarm.DutyPhone'),
    settings.of(ctx.tenantId, 'Abp.Localization.DefaultLanguageName'),
    settings.of(ctx.tenantId, 'App.Alarm.QuietHours'),
  ]);
  return { ...people, houses, hasAccount: account, dutyPhone, language, quietHours };
}
