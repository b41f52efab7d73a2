const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** `care-visit` → `careVisit`. */
export const camel = (kebab) => kebab.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** `careVisit` → `care-visit`. */
export const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const plural = (word) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;

/**
 * Every spelling of a resource's name.
 * @example namesOf('care-visit') // { file: 'care-visit', name: 'careVisit', entity: 'CareVisit', plural: 'CareVisits',
 * words: 'care visit', … }
 */
export function namesOf(file) {
  if (!/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(file))
    throw new Error(`"${file}" is no name: use small letters with hyphens between words, such as care-visit`);
  const name = camel(file);
  requireFree(name);
  return {
    file,
    name,
    entity: capital(name),
    plural: plural(capital(name)),
    pluralName: plural(name),
    words: file.replaceAll('-', ' '),
    pluralWords: plural(file.replaceAll('-', ' ')),
  };
}

export { capital };

/** A text as a literal of TypeScript. */
export const literal = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where
  window with`.split(/\s+/),
);

/** Columns that every table of a resource has. */
const stamps = new Set(
  'tenantId id createdAt createdBy updatedAt updatedBy isDeleted deletedAt deletedBy rowVersion'.split(' '),
);

/** Refuses names of columns or tables that PostgreSQL reserves, or that every table has. */
export function requireFree(name) {
  if (stamps.has(name)) throw new Error(`every table has ${name} already`);
  const column = kebab(name).replaceAll('-', '_');
  if (reserved.has(column)) throw new Error(`${column} is a word of SQL: choose another name`);
}
