import { dutyHandover } from '@kangmai/model';
import { table, type CallCtx } from '../../engine/public.ts';

const stored = table('setting', { tenantId: 'bigint', userId: 'bigint?', name: 'text', value: 'text?' });
const settingName = 'App.Alarm.DutyUsers';

/** Ids of users in a setting, separated by commas. */
const idsIn = (value: string | null | undefined): readonly number[] =>
  (value ?? '')
    .split(/[,，\s]+/)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

/** Who has the duty of the alarm desk: who signed last as incoming, else the users of the setting. */
export async function dutyUserIds(ctx: CallCtx): Promise<readonly number[]> {
  const last = await ctx.first(
    ctx
      .from(dutyHandover, 'h')
      .select('h.incoming')
      .where('h.state', '=', 'signed')
      .orderBy('h.incomingSignedAt', 'desc')
      .limit(1),
  );
  if (last?.incoming) return [last.incoming];
  const setting = await ctx.first(
    ctx.from(stored, 's').select('s.value').where('s.name', '=', settingName).where('s.userId', 'is', null),
  );
  return idsIn(setting?.value);
}
