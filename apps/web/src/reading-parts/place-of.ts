const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Remembers the place of `opener`, a button in a row that is about to change. The returned function restores the focus after the rows are
 * rendered: to the button, else the row in its place, else the list's surroundings. A focus that the user moved stays.
 */
export function placeOf(opener: HTMLElement | null): () => void {
  const row = opener?.closest('li, tr');
  const list = row?.parentElement;
  const at = row && list ? [...list.children].indexOf(row) : -1;
  const around = list?.closest<HTMLElement>('[tabindex="-1"]');
  const putBack = (): void => {
    if (!isNowhere()) return;
    const now = list?.children[at];
    const inPlace = now?.matches('[tabindex]') ? (now as HTMLElement) : now?.querySelector('button');
    (opener?.isConnected ? opener : (inPlace ?? around))?.focus();
  };
  // The cache tells its readers of new rows in a task of its own.
  return () => void setTimeout(putBack);
}
