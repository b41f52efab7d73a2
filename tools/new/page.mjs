/** Blocks of a page of docs: their language and their text. */
export const blocksOf = (page) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

/**
 * Applies a block of changes as shown in docs: first a line `# path`, then unchanged lines (after a space), removed (-)
 * and added (+) ones. Added lines alone are a new file.
 * @returns {{ path: string, text: string }} the changed file
 */
export function applyChange(block, read) {
  const [head, ...lines] = block.trimEnd().split('\n');
  const path = head.replace(/^# /, '');
  const side = (without) => lines.filter((line) => !line.startsWith(without)).map((line) => line.slice(1));
  const [before, after] = [side('+').join('\n'), side('-').join('\n')];
  if (before === '') return { path, text: `${after}\n` };
  const text = read(path);
  if (text.split(before).length !== 2) throw new Error(`${path} does not hold once:\n${before}`);
  return { path, text: text.replace(before, () => after) };
}
