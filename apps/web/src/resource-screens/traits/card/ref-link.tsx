import { createContext, Suspense, use, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { lazyPart } from '../../../lib/lazy-part.ts';
import { rowPathsOf } from '../../../lib/list-pages.ts';
import { useSession } from '../../../lib/session/session.ts';
import css from './card.module.css';

const RefCard = lazyPart(async () => (await import('./ref-card.tsx')).RefCard);

const pauseMs = 300;

const paths = new WeakMap<object, Map<string, ReturnType<typeof rowPathsOf>>>();

/** The addresses of rows of a resource, found once for a set of permissions: a page names hundreds. */
function knownPathsOf(target: string): ReturnType<typeof rowPathsOf> {
  const { permissions } = useSession.getState();
  const known = paths.get(permissions) ?? new Map();
  paths.set(permissions, known);
  if (!known.has(target)) known.set(target, rowPathsOf(target));
  return known.get(target);
}

/** True inside the link that opens a row, which holds no second link. */
export const InLink = createContext(false);
/** The rows of one page that its cells name, by resource: their cards travel together. */
export const NamedRows = createContext<(target: string) => readonly number[]>(() => []);

interface RefLinkProps {
  readonly target: string;
  readonly id: number;
  readonly children: ReactNode;
}

/** A row that another one names: a link to its page, and on hover or focus a card with its facts. */
export function RefLink({ target, id, children }: RefLinkProps) {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isInLink = use(InLink);
  const namedRows = use(NamedRows);
  const path = knownPathsOf(target);
  if (isInLink) return children;
  const show = (): void => {
    timer.current = setTimeout(() => setShown(true), pauseMs);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const follow = { onPointerEnter: show, onPointerLeave: hide, onFocus: show, onBlur: hide };
  const card = isShown && (
    <Suspense>
      <RefCard target={target} id={id} among={namedRows(target)} />
    </Suspense>
  );
  return path ? (
    <Link className={css['name'] ?? ''} to={path({ id })} {...follow}>
      {children}
      {card}
    </Link>
  ) : (
    <span className={css['name']} {...follow}>
      {children}
      {card}
    </span>
  );
}
