import {
  preferenceChoices,
  preferenceNames,
  preferencesOf,
  type PreferenceName,
  type PreferenceWords,
} from '@kangmai/model/preferences';
import { z } from 'zod';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';

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

const chosen = <N extends PreferenceName>(name: N) => z.enum(preferenceChoices[name].values);
const output = z.object({
  theme: chosen('theme'),
  menuTheme: chosen('menuTheme'),
  menuOpening: chosen('menuOpening'),
  afterClose: chosen('afterClose'),
  zoom: chosen('zoom'),
  fontSize: chosen('fontSize'),
  density: chosen('density'),
  autoLockMinutes: chosen('autoLockMinutes'),
});

const read = async (
  { settings }: Pick<Services, 'settings'>,
  { tenantId, caller }: CallCtx,
): Promise<PreferenceWords> => preferencesOf(await settings.visibleTo(tenantId, caller.userId));

/** Stores the given values; null removes the user's own value. */
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

export const preferenceCalls = (services: Pick<Services, 'settings'>): readonly Call[] => [
  call({
    wire: 'GET Profile/GetPreferences',
    title: '个人偏好',
    permission: 'signed-in',
    input: z.object({}),
    output: output,
    run: (ctx) => read(services, ctx),
  }),
  call({
    wire: 'PUT Profile/UpdatePreferences',
    title: '保存个人偏好',
    inWaitingDays: true,
    permission: 'signed-in',
    input,
    output: nothing,
    run: save,
  }),
];
