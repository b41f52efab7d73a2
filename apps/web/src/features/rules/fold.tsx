import { useState, type ReactNode } from 'react';

import css from './builder.module.css';

/** A part that is folded away until somebody wants it; open from the start when something is in it. */
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
