import type { Locator, Page } from 'playwright-core';
import { allCodes } from './walk-pages.ts';

/** Words of programs among the texts and values of a part. */
export const codesIn = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((root, codes) => {
    const known = new Set(codes);
    const technical = /\bPages\.[A-Z]|undefined|\[object|\bNaN\b/;
    const isCode = (text: string): boolean => known.has(text) || technical.test(text);
    // Codes that are data stand in columns and facts called so.
    const labelOf = (element: Element | null): string => {
      const cell = element?.closest('td');
      const heads = cell?.closest('.ant-table-container')?.querySelectorAll('thead th');
      return (cell ? heads?.[cell.cellIndex] : element?.closest('dd')?.previousElementSibling)?.textContent ?? '';
    };
    const isNamedCode = (element: Element | null): boolean => /编码|代码/.test(labelOf(element));
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (isCode(text) && node.parentElement?.checkVisibility() && !isNamedCode(node.parentElement))
        found.push(`a code: "${text}"`);
    }
    for (const { value } of root.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (technical.test(value)) found.push(`a code in an input: "${value}"`);
    return found;
  }, allCodes);

interface Fill {
  readonly rows: number;
  readonly total: number;
  readonly height: number;
  readonly gap: number;
  readonly hidden: number;
}

/** How the rows of a list that fills its page lie above the sums and the pager; null where there is none. */
const fillOf = (page: Page): Promise<Fill | null> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('main [class*=filled] [class*=tableBox] tr[data-row-key]')];
    const last = rows.at(-1);
    const box = last?.closest('[class*=tableBox]');
    if (!last?.checkVisibility() || !box) return null;
    const [content, pages] = [box.querySelector('.ant-table-content'), box.querySelector('[data-pages]')];
    if (!content || !pages) return null;
    const below = box.querySelector('[data-sums]:not([hidden])') ?? pages;
    return {
      rows: rows.length,
      total: Number(pages.textContent.replace(/^\D*(\d+)[^]*$/, '$1')),
      height: last.offsetHeight,
      gap: Math.round(below.getBoundingClientRect().top - last.getBoundingClientRect().bottom),
      hidden: content.scrollHeight - content.clientHeight,
    };
  });

/** Rows reach the pager within one row, and none is hidden while others wait on a next page. */
export async function gapsOf(page: Page): Promise<readonly string[]> {
  const fill = await fillOf(page);
  if (!fill || fill.total <= fill.rows) return [];
  const { rows, height, gap, hidden } = fill;
  return gap > height * 1.5 || hidden > height
    ? [`${rows} rows of ${height} px: ${gap} px empty, ${hidden} px hidden`]
    : [];
}

/** Controls of the pager that something else covers. */
export const coveredIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-pages] button, main [data-pages] input, main [data-pages] a')]
      .filter((control) => control.checkVisibility())
      .flatMap((control) => {
        control.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const isReached = hit !== null && (control.contains(hit) || hit.contains(control));
        const pager = control.closest('[data-pages]');
        return isReached || pager?.contains(hit) ? [] : [`the pager is covered by ${hit?.tagName} ${hit?.className}`];
      }),
  );

/** Values of fields that name rows with pages, and lead nowhere. */
export const unlinkedIn = (part: Locator, labels: readonly string[]): Promise<readonly string[]> =>
  part.evaluate((root, linked) => {
    const wordOf = (element: Element): string => (element.textContent ?? '').trim();
    const isLost = (cell: Element): boolean =>
      cell.checkVisibility() && !/^(?:—|-)?$/.test(wordOf(cell)) && cell.querySelector('a[href], button') === null;
    const flaw = (label: string, cell: Element): string => `${label} "${wordOf(cell)}" is no link`;
    const inTables = [...root.querySelectorAll('table')].flatMap((table) => {
      const heads = [...table.querySelectorAll('thead th')].map(wordOf);
      const lost = (row: Element): readonly string[] =>
        [...row.children].flatMap((cell, at) =>
          linked.includes(heads[at] ?? '') && isLost(cell) ? [flaw(heads[at] ?? '', cell)] : [],
        );
      return [...table.querySelectorAll('tbody tr[data-row-key]')].flatMap(lost);
    });
    const inLists = [...root.querySelectorAll('dt')].flatMap((term) => {
      const value = term.nextElementSibling;
      return value && linked.includes(wordOf(term)) && isLost(value) ? [flaw(wordOf(term), value)] : [];
    });
    return [...new Set([...inTables, ...inLists])];
  }, labels);

/** Inputs for states, which change by moves alone. */
export const stateInputsIn = (form: Locator, labels: readonly string[]): Promise<readonly string[]> =>
  form.evaluate(
    (root, states) =>
      [...root.querySelectorAll('.ant-form-item-label label')]
        .map((label) => (label.textContent ?? '').trim())
        .filter((label) => states.includes(label))
        .map((label) => `the state ${label} is an input`),
    labels,
  );

/** Whether an input of a form has the focus. */
export const hasFocusedInput = (form: Locator): Promise<boolean> =>
  form.evaluate((root) => {
    const { activeElement } = document;
    return root.contains(activeElement) && activeElement?.matches('input, textarea, [contenteditable=true]') === true;
  });

/** A part that reaches over the edges of the window. */
export const outsideOf = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return isInside ? [] : [`from ${left}, ${top} to ${right}, ${bottom} in ${innerWidth} x ${innerHeight}`];
  });
