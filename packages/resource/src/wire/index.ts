export * from './calls.ts';
export * from './envelope.ts';
export * from './json-name.ts';
export * from './mask.ts';
export * from './wire-query.ts';
export * from './wire-row.ts';
