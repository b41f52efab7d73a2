const swapped = (path: string): string =>
  Array.from(path)
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** Spellings under which a path is served: at the root and below /apis, in any casing, with more slashes. */
export const spellingsOf = (path: string): readonly string[] => [
  path,
  `/apis${path}`,
  path.toUpperCase(),
  `/APIS${path.toLowerCase()}`,
  swapped(path),
  path.replaceAll('/', '//'),
  `${path}/`,
  `/apis//${path}//`,
];
