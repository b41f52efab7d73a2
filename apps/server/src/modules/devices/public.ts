export { endBindingsOfClient } from './binding-ends.ts';
export { queueCommand } from './commands.ts';
export type { CommandCode } from './commands.ts';
export { plainIdentifier } from './device-code.ts';
export { commandId, Downlink, outcomeOf } from './downlink.ts';
export { devicesInSight, onlineSql, wearerOutput, wearersOf } from './wearers.ts';
export type { Wearer } from './wearers.ts';
