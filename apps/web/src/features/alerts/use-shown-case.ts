import { abnormalCase } from '@kangmai/model/alerts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useListContext } from '../../resource-screens/list-context.ts';
import { focusChosenLine } from './desk-focus.ts';

interface ShownCase {
  readonly shown: number | null;
  readonly choose: (id: number | null) => void;
  /** After the displayed case was closed: displays the first case and focuses it. */
  readonly closed: () => void;
}

function askedIn(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The address with or without a case. */
function naming(search: string, id: number | null): string {
  const words = new URLSearchParams(search);
  if (id === null) words.delete('id');
  else words.set('id', String(id));
  return words.toString();
}

interface ChosenCase {
  readonly chosen: number | null;
  /** Displays a case without changing the address. */
  readonly show: (id: number | null) => void;
  /** Displays a case and writes it to the address, so that a later notice of the former case opens it again. */
  readonly choose: (id: number | null) => void;
}

/** The chosen case: from the address at first, later also from a notice that leads to the open page. */
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
  const chooseCase = (id: number | null): void => {
    show(id);
    // The window's address, because the tab's own location may be outdated or the tab inactive.
    const { location } = window;
    if (location.pathname !== pathname || askedIn(location.search) === id) return;
    void navigate({ pathname, search: naming(location.search, id) }, { replace: true });
  };
  return { chosen, show, choose: chooseCase };
}

/** The first case of the list; null until the list is back on its first page. */
function useFirstCase() {
  const {
    rows,
    isRefreshing,
    state: { page },
    change,
  } = useListContext(abnormalCase);
  // The list may still be the one from before the closing.
  const [lastClosed, setLastClosed] = useState<number | null>(null);
  const [isTurning, setTurning] = useState(false);
  const isOldPage = isTurning && (page > 1 || isRefreshing);
  if (isTurning && !isOldPage) setTurning(false);
  const leaveCase = (id: number | null): void => {
    setLastClosed(id);
    setTurning(page > 1);
    if (page > 1) change({ page: 1 });
  };
  return { first: isOldPage ? null : (rows.find(({ id }) => id !== lastClosed)?.id ?? null), leave: leaveCase };
}

/** Focuses the next displayed case when requested. */
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
 * The displayed case: the chosen one, else (with `takesFirst`) the first, which then stays, so that a form is not
 * replaced.
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
