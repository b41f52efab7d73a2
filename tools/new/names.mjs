const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** `care-visit` → `careVisit`. */
export const camel = (kebab) => kebab.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** `careVisit` → `care-visit`. */
export const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const plural = (word) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;

/**
 * Every spelling of a resource's name.
 * @example namesOf('care-visit') // { file: 'care-visit', name: 'careVisit', entity: 'CareVisit', plural: 'CareVisits', words: 'care visit', … }
 */
export function namesOf(file) {
  if (!/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(file))
    throw new Error(`"${file}" is no name: use small letters with hyphens between words, such as care-visit`);
  const name = camel(file);
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
