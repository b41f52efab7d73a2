const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

export function rememberFocus(opener: HTMLElement | null): () => void {
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
  // React Query notifies its observers in a separate task.
  return () => void setTimeout(putBack);
}
