export { endBindingsOfClient } from './binding-ends.ts';
export { wearersOf, visibleDevices } from './wearers.ts';
