export * from './define-resource.ts';
export * from './derive/checks.ts';
export * from './derive/columns.ts';
export * from './derive/excel.ts';
export * from './derive/import.ts';
export * from './derive/permissions.ts';
export * from './derive/sample.ts';
export * from './derive/schema.ts';
export * from './fields/bool.ts';
export * from './fields/choices.ts';
export * from './fields/dict.ts';
export * from './fields/field.ts';
export * from './fields/kinds.ts';
export * from './fields/number.ts';
export * from './fields/other.ts';
export * from './fields/person.ts';
export * from './fields/ref.ts';
export * from './fields/region.ts';
export * from './fields/text.ts';
export * from './fields/time.ts';
export * from './members.ts';
export * from './model.ts';
export * from './row-stamp.ts';
export * from './types.ts';
// The only wire name that code outside the edge needs: it connects readings and metrics.
export { jsonKeyOf } from './wire/json-name.ts';
// Answers that are written by hand use the same masks.
export { maskAddress, maskPhone } from './wire/mask.ts';
