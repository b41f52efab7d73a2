import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';

import { L } from '../../../lib/i18n/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

import css from './menu-search.module.css';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

/** Opens the search: a field in the header, an icon on narrow screens. */
export function MenuSearchButton({ className, isNarrow }: { className: string; isNarrow: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openOnCtrlK = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', openOnCtrlK);
    return () => window.removeEventListener('keydown', openOnCtrlK);
  }, []);
  return (
    <>
      {isNarrow ? (
        <IconButton
          className={className}
          name={L('frame.menuSearch')}
          icon={<SearchOutlined />}
          onClick={() => setOpen(true)}
        />
      ) : (
        <button type="button" className={css['box']} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
          <SearchOutlined aria-hidden="true" />
          {L('frame.menuSearch')}
        </button>
      )}
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
