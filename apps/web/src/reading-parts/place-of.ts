const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Remembers where a reading stands that `opener`, a button of its row, is about to change. The answer puts the focus back there once the
 * rows are drawn anew: on the button, else on the row in its place, else on what is around the list; it stays where the user took it.
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
