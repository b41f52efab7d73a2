export * from './alarm-choices.ts';
export * from './connection.ts';
export * from './data-kinds.ts';
export * from './entry-words.ts';
export * from './levels.ts';
export * from './measurement.ts';
export * from './rule-tags.ts';
export * from './units.ts';
