import { useTabTitle } from './tab-host/tab-context.ts';
import css from './page.module.css';

import type { ReactNode } from 'react';

interface PageProps {
  /** The only h1 of the page and the name of its tab. */
  title: string;
  /** The title is the name of a record and needs no translation. */
  isName?: boolean;
  /** Null while the page does not know its name, so that the tab keeps the one it has. */
  tabTitle?: string | null;
  beside?: ReactNode;
  actions?: ReactNode;
  /** As high as the window: its card takes the room that is left. */
  isFilled?: boolean;
  children: ReactNode;
}

export function Page({ title, isName = false, tabTitle, beside, actions, isFilled, children }: PageProps) {
  useTabTitle(tabTitle === undefined ? title : tabTitle);
  return (
    <div className={`${css['page']} ${isFilled ? css['filled'] : ''}`}>
      <div className={css['head']}>
        <h1 {...(isName && { translate: 'no' })}>{title}</h1>
        {beside}
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export function Card({ title, extra, children }: { title?: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className={css['card']}>
      {(title || extra) && (
        <div className={css['cardHead']}>
          {title && <h2>{title}</h2>}
          {extra && <div className={css['actions']}>{extra}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
