const swapped = (path: string): string =>
  Array.from(path)
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** The spellings under which the path of a call is served: at the root and below /apis, in any casing, with more slashes. */
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
