import type { CallCtx } from '../../../engine/public.ts';
import { habitsOf } from './habits.ts';
import { lookAt, type Look, type LookInput } from './look.ts';
import type { WatchedDevice } from './watched-devices.ts';

export async function looksAt(
  ctx: CallCtx,
  devices: readonly WatchedDevice[],
  input: LookInput,
): Promise<readonly Look[]> {
  const looks = devices.map((device) => lookAt(device, input));
  const silent = looks
    .filter(({ tells }) => tells.some(({ type }) => type === 'offline' || type === 'wear'))
    .map(({ device: { deviceId } }) => deviceId);
  if (silent.length === 0) return looks;
  const habits = await habitsOf(ctx, silent, input.zone);
  return looks.map((look) => (habits.has(look.device.deviceId) ? lookAt(look.device, { ...input, habits }) : look));
}
