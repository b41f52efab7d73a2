import { device } from '@kangmai/model';
import { permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import { call, whole, type Call } from '../../engine/public.ts';
import { RateLimit } from '../../platform/rate-limit.ts';
import type { Directory } from './allocation.ts';
import { plainIdentifier } from './device-code.ts';
import { showCode } from './shown-codes.ts';

const hostId = 0;

/** Makes a device display six digits. The answer is the same for every device, known or not. */
export function sendCodeCall(services: Directory): Call {
  const asked = new RateLimit({ burst: 10, perSecond: 10 / 600 });
  return call({
    wire: 'POST Devices/SendCode',
    title: '在手表上显示验证码',
    permission: permissionsOfWrite(device, 'Create'),
    input: z.object({ imei: z.string().trim().min(1).max(32) }),
    detached: true,
    output: z.object({ sent: z.boolean(), validMinutes: whole }),
    async run(ctx, { imei }) {
      asked.require(`${ctx.tenantId}:${ctx.caller.userId ?? ''}`);
      if (ctx.tenantId !== hostId) await showCode(services, ctx.tenantId, plainIdentifier(imei));
      return { sent: true, validMinutes: 10 };
    },
  });
}
