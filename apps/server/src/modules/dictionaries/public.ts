export { copyReference, referenceVersion } from './reference/copy-reference.ts';
export { copyDeviceProducts } from './reference/device-rows.ts';
export { initialsOf, spellingOf } from './initials.ts';
export { dictionaryCategoryList } from './types.ts';
export { requireEntries } from './require-entries.ts';
export { entryNames } from './entry-names.ts';
