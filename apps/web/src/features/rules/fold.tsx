import { useState, type ReactNode } from 'react';

import css from './builder.module.css';

/** A collapsible part; open at first when it has content. */
export function Fold({
  title,
  isOpen,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}) {
  const [isFirstOpen] = useState(isOpen);
  return (
    <details className={css['fold']} open={isFirstOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
