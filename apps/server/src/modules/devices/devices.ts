import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import { allocateCall, claimImei, tenantByImeiCall, type Directory } from './allocation.ts';
import { attributeCalls } from './attributes.ts';
import { bindingCode, followPending } from './binding-code.ts';
import { deviceCode } from './device-code.ts';
import { deviceListCalls } from './device-lists.ts';
import { deviceViewCall } from './device-view.ts';
import { childDeviceCode, deviceProductCode, devicePurchaseCode, deviceTypeCode, kindCalls } from './kinds.ts';
import { deviceTexts } from './texts.ts';

/** Devices, who wears them, and what belongs to them. */
export function devicesModule(services: Directory): ServerModule {
  addTexts(deviceTexts);
  return {
    name: 'devices',
    implementations: [deviceCode(claimImei(services)), bindingCode, deviceTypeCode, deviceProductCode, childDeviceCode, devicePurchaseCode],
    calls: [...deviceListCalls, deviceViewCall, ...attributeCalls, ...kindCalls, allocateCall(services), tenantByImeiCall(services)],
    follow: { 'binding.pending': followPending },
  };
}
