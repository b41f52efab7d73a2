const opening = '([{';
const closing = ')]}';

/** The place of the bracket that closes the one at `at`; strings and comments are skipped. */
export function closingOf(text, at) {
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const letter = text[place];
    if (letter === "'" || letter === '"' || letter === '`') place = endOfString(text, place);
    else if (text.startsWith('//', place)) place = text.indexOf('\n', place);
    else if (text.startsWith('/*', place)) place = text.indexOf('*/', place) + 1;
    else if (opening.includes(letter)) depth += 1;
    else if (closing.includes(letter)) depth -= 1;
    if (depth === 0) return place;
  }
  throw new Error('a bracket is not closed');
}

function endOfString(text, at) {
  let place = at + 1;
  while (place < text.length && text[place] !== text[at]) place += text[place] === '\\' ? 2 : 1;
  return place;
}

const insert = (text, at, added) => text.slice(0, at) + added + text.slice(at);

/**
 * Adds an item at the end of the list or object that follows a piece of text.
 * @example addItem(source, 'implementations: [', 'careVisitCode')
 * @returns {string | undefined} the new text; undefined where the piece is missing
 */
export function addItem(text, before, item) {
  const found = text.indexOf(before);
  if (found < 0) return undefined;
  const end = closingOf(text, found + before.length - 1);
  const inside = text.slice(found + before.length, end);
  const isOpen = inside.trim() !== '' && !inside.trimEnd().endsWith(',');
  return insert(text, found + before.length + inside.trimEnd().length, `${isOpen ? ',' : ''} ${item}`);
}

/** Adds an import after the last one. */
export function addImport(text, line) {
  const imports = [...text.matchAll(/^import [^;]*;$/gm)];
  const last = imports.at(-1);
  const at = last ? last.index + last[0].length : 0;
  return insert(text, at, last ? `\n${line}` : `${line}\n`);
}

/** Adds a line `export * from …` after the last one. */
export const addExport = (text, line) => `${text.trimEnd()}\n${line}\n`;

/** Adds a page below a group of the menu, by the group's address; undefined where the group is missing. */
export function addRoute(text, group, line) {
  const found = new RegExp(`\\[\\s*'${group.replaceAll('/', '\\/')}',`).exec(text);
  if (!found) return undefined;
  const end = closingOf(text, found.index);
  const children = text.indexOf('children: [', found.index);
  if (children < 0 || children > end) return undefined;
  return text.slice(0, children) + addItem(text.slice(children), 'children: [', line);
}

/** A menu group's title and permission. */
export function groupOf(text, group) {
  const found = new RegExp(`\\[\\s*'${group.replaceAll('/', '\\/')}',\\s*'([^']+)',\\s*'[^']+',\\s*\\{([^[]*)`).exec(
    text,
  );
  if (!found) return undefined;
  return { title: found[1], permission: /permission: '([^']+)'/.exec(found[2])?.[1] };
}
