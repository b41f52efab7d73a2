import type { ServerModule } from '../../engine/public.ts';
import { allocateCall, claimImei, tenantByImeiCall, type Directory } from './allocation.ts';
import { attributeCalls } from './attributes.ts';
import { sendCommandCall } from './command-calls.ts';
import { commandTexts } from './command-texts.ts';
import { followDueCommands, followQueuedCommands, type CommandsChanged } from './commands.ts';
import { bindingCode, followPending } from './binding-code.ts';
import { deviceCode } from './device-code.ts';
import { bindableDevicesCall } from './bindable-devices.ts';
import { deviceListCalls } from './device-lists.ts';
import { deviceViewCall } from './device-view.ts';
import { childDeviceCode, deviceProductCode, devicePurchaseCode, deviceTypeCode, kindCalls } from './kinds.ts';
import { sendCodeCall } from './send-code.ts';
import { deviceTexts } from './texts.ts';

export function devicesModule(
  services: Directory,
  commands: { readonly queued: CommandsChanged; readonly ended: CommandsChanged },
): ServerModule {
  return {
    name: 'devices',
    texts: [deviceTexts, commandTexts],
    implementations: [
      deviceCode(claimImei(services)),
      bindingCode,
      deviceTypeCode,
      deviceProductCode,
      childDeviceCode,
      devicePurchaseCode,
    ],
    calls: [
      ...deviceListCalls,
      bindableDevicesCall,
      deviceViewCall,
      ...attributeCalls,
      ...kindCalls,
      allocateCall(services),
      tenantByImeiCall(services),
      sendCommandCall,
      sendCodeCall(services),
    ],
    follow: {
      'binding.pending': followPending,
      'command.queued': (ctx, payloads) => followQueuedCommands(ctx, payloads, commands.queued),
      'command.due': (ctx, payloads) => followDueCommands(ctx, payloads, commands.ended),
    },
  };
}
