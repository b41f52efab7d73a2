import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';

import { L } from '../../../lib/i18n/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

export function MenuSearchButton({ className }: { className: string }) {
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
      <IconButton
        className={className}
        name={L('frame.menuSearch')}
        tip={`${L('frame.menuSearch')} (Ctrl+K)`}
        icon={<SearchOutlined />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
