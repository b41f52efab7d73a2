import { useTabTitle } from './tab-host/tab-context.ts';
import css from './page.module.css';

import type { ReactNode } from 'react';

interface PageProps {
  /** The page's title: its only h1, and the name of its tab. */
  title: string;
  /** The title is a record's own name, which no language changes. */
  isName?: boolean;
  /** Name of the tab where it differs from the title, e.g. the record's name. */
  tabTitle?: string;
  /** State tag and key facts beside the title. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Outer part of every page inside the frame. */
export function Page({ title, isName = false, tabTitle, beside, actions, children }: PageProps) {
  useTabTitle(tabTitle ?? title);
  return (
    <div className={css['page']}>
      <div className={css['head']}>
        <h1 {...(isName && { translate: 'no' })}>{title}</h1>
        {beside}
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** White block on the page's ground, with an optional heading. */
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
