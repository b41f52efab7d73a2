import { childDevice } from './child-device.ts';
import { device } from './device.ts';
import { deviceAttribute } from './device-attribute.ts';
import { deviceBinding } from './device-binding.ts';
import { deviceCommand } from './device-command.ts';
import { deviceProduct } from './device-product.ts';
import { devicePurchase } from './device-purchase.ts';
import { deviceType } from './device-type.ts';

/** The area's resources; what a row points to stands before it. */
export const devices = [
  deviceType,
  deviceProduct,
  device,
  deviceBinding,
  deviceAttribute,
  deviceCommand,
  childDevice,
  devicePurchase,
] as const;

export * from './child-device.ts';
export * from './device-attribute.ts';
export * from './device-binding.ts';
export * from './device-command.ts';
export * from './device-product.ts';
export * from './device-purchase.ts';
export * from './device-type.ts';
export * from './device.ts';
