import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined';
import { lazy, Suspense, useState } from 'react';

import { culture } from '../../lib/i18n/i18n.ts';
import { L } from '../../lib/i18n/texts.ts';
import menu from '../../ui/side-menu/side-menu.module.css';

const EmbeddedPage = lazy(async () => ({ default: (await import('../../ui/embedded-page.tsx')).EmbeddedPage }));

export function HelpButton({ isCollapsed }: { isCollapsed: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const title = L('frame.help');
  return (
    <>
      <button type="button" className={menu['entry']} title={title} onClick={() => setOpen(true)}>
        <span className={menu['icon']}>
          <QuestionCircleOutlined aria-hidden="true" />
        </span>
        <span className={isCollapsed ? 'visually-hidden' : menu['title']}>{title}</span>
      </button>
      {isOpen && (
        <Suspense>
          <EmbeddedPage title={title} address={`/help/${culture()}.html`} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
