import type { CallCtx } from '../../engine/public.ts';
import { publicAddress, welcomeFrom } from '../identity/public.ts';
import type { ApprovalParts } from './parts.ts';
import type { Application } from './rules.ts';

const keptSeconds = 7 * 24 * 3600;

export async function mailRefusal(
  { messages, services }: ApprovalParts,
  ctx: CallCtx,
  { row, remark }: { readonly row: Application; readonly remark: string },
): Promise<void> {
  const { organisation } = await welcomeFrom(ctx);
  await messages.queue(ctx.tx, {
    channel: 'mail',
    purpose: 'applicationRefused',
    recipient: row.emailAddress,
    userId: ctx.caller.userId,
    culture: ctx.caller.culture,
    params: { house: organisation, text: remark, link: `${publicAddress(services.config)}/views/staffRegister` },
    seconds: keptSeconds,
  });
}
