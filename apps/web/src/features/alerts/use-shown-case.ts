import { abnormalCase } from '@kangmai/model/alerts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useListContext } from '../../resource-screens/list-context.ts';
import { focusChosenLine } from './desk-focus.ts';

interface ShownCase {
  readonly shown: number | null;
  readonly choose: (id: number | null) => void;
  /** The case on show was closed: the top of the order follows it, and the focus goes there. */
  readonly closed: () => void;
}

function askedIn(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The address with the case in it, or without one. */
function naming(search: string, id: number | null): string {
  const words = new URLSearchParams(search);
  if (id === null) words.delete('id');
  else words.set('id', String(id));
  return words.toString();
}

interface ChosenCase {
  readonly chosen: number | null;
  /** Shows a case and leaves the address as it is. */
  readonly show: (id: number | null) => void;
  /** Shows a case that the user chose and names it in the address: a notice of the case named before is news again. */
  readonly choose: (id: number | null) => void;
}

/** The chosen case: at first the one that the address names, later also when a notice leads to the desk that is open already. */
function useChosenCase(): ChosenCase {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const asked = askedIn(search);
  const [chosen, show] = useState(asked);
  const [heard, hear] = useState(search);
  if (search !== heard) {
    hear(search);
    if (asked !== null) show(asked);
  }
  const choose = (id: number | null): void => {
    show(id);
    // The window's address: that of this desk may be a step behind, or its tab not in front.
    const { location } = window;
    if (location.pathname !== pathname || askedIn(location.search) === id) return;
    void navigate({ pathname, search: naming(location.search, id) }, { replace: true });
  };
  return { chosen, show, choose };
}

/** The first of the list; null while the list of another page stands there, from which the desk turns back to the first. */
function useFirstCase() {
  const {
    rows,
    isRefreshing,
    state: { page },
    change,
  } = useListContext(abnormalCase);
  // The list may still be the one from before a closing.
  const [lastClosed, setLastClosed] = useState<number | null>(null);
  const [isTurning, setTurning] = useState(false);
  const isOldPage = isTurning && (page > 1 || isRefreshing);
  if (isTurning && !isOldPage) setTurning(false);
  const leave = (id: number | null): void => {
    setLastClosed(id);
    setTurning(page > 1);
    if (page > 1) change({ page: 1 });
  };
  return { first: isOldPage ? null : (rows.find(({ id }) => id !== lastClosed)?.id ?? null), leave };
}

/** Puts the focus on the next case that is shown, once it was asked for. */
function useFocusOnNext(shown: number | null): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || shown === null) return;
    isAsked.current = false;
    focusChosenLine();
  }, [shown]);
  return () => {
    isAsked.current = true;
  };
}

/**
 * The case on show: the chosen one, else (with `takesFirst`) the first of the list, which then stays: news must not take a half-written
 * form away.
 */
export function useShownCase(takesFirst: boolean): ShownCase {
  const { chosen, show, choose } = useChosenCase();
  const { first, leave } = useFirstCase();
  const usual = takesFirst ? first : null;
  if (chosen === null && usual !== null) show(usual);
  const shown = chosen ?? usual;
  const focusNext = useFocusOnNext(shown);
  const closed = (): void => {
    focusNext();
    leave(shown);
    choose(null);
  };
  return { shown, choose, closed };
}
