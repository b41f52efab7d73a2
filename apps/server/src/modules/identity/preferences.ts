import {
  preferenceChoices,
  preferenceNames,
  preferencesOf,
  type PreferenceName,
  type PreferenceWords,
} from '@kangmai/model/preferences';
import { z } from 'zod';
import { call, type Call, type CallCtx, type Services } from '../../engine/public.ts';

const word = (name: PreferenceName) => z.enum(preferenceChoices[name].values).nullish();

const shape = {
  theme: word('theme'),
  menuTheme: word('menuTheme'),
  menuOpening: word('menuOpening'),
  afterClose: word('afterClose'),
  zoom: word('zoom'),
  fontSize: word('fontSize'),
  density: word('density'),
  autoLockMinutes: word('autoLockMinutes'),
} satisfies Record<PreferenceName, z.ZodType>;

const input = z.object(shape);

const read = async (
  { settings }: Pick<Services, 'settings'>,
  { tenantId, caller }: CallCtx,
): Promise<PreferenceWords> => preferencesOf(await settings.visibleTo(tenantId, caller.userId));

/** Stores what is given; null takes the user's own choice back. */
async function save({ tx, tenantId, caller }: CallCtx, given: z.output<typeof input>): Promise<null> {
  const changed = preferenceNames.flatMap((name) =>
    given[name] === undefined ? [] : [{ setting: preferenceChoices[name].setting, value: given[name] }],
  );
  await tx.execute(
    `insert into setting (tenant_id, user_id, name, value, updated_by) select $1, $2, s.name, s.value, $2 from unnest($3::text[], $4::text[]) s(name, value)
     on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
    [tenantId, caller.userId, changed.map(({ setting }) => setting), changed.map(({ value }) => value)],
  );
  return null;
}

/** How the user wants the product to look and behave; every browser of the user reads it at its start, among the settings. */
export const preferenceCalls = (services: Pick<Services, 'settings'>): readonly Call[] => [
  call({
    wire: 'GET Profile/GetPreferences',
    title: '个人偏好',
    permission: 'signed-in',
    input: z.object({}),
    run: (ctx) => read(services, ctx),
  }),
  call({
    wire: 'PUT Profile/UpdatePreferences',
    title: '保存个人偏好',
    inWaitingDays: true,
    permission: 'signed-in',
    input,
    run: save,
  }),
];
