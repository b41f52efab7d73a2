import type { KeyboardEvent } from 'react';

interface Place {
  entry: HTMLElement;
  /** The visible entries and the index of this one. */
  entries: readonly HTMLElement[];
  at: number;
}

const isExpanded = (entry: HTMLElement): boolean => entry.getAttribute('aria-expanded') === 'true';
const isShut = (entry: HTMLElement): boolean => entry.getAttribute('aria-expanded') === 'false';
const groupAbove = (entry: HTMLElement): HTMLElement | undefined =>
  entry.closest('ul')?.closest('li')?.querySelector('button') ?? undefined;

function clickEntry(entry: HTMLElement): HTMLElement {
  entry.click();
  return entry;
}

/** Target of a key: up and down over visible entries, right into a group (opening it), left out of it (closing it). */
const moves: Readonly<Record<string, (place: Place) => HTMLElement | undefined>> = {
  ArrowDown: ({ entries, at }) => entries[at + 1],
  ArrowUp: ({ entries, at }) => entries[at - 1],
  Home: ({ entries }) => entries[0],
  End: ({ entries }) => entries.at(-1),
  ArrowRight: ({ entry, entries, at }) =>
    isShut(entry) ? clickEntry(entry) : isExpanded(entry) ? entries[at + 1] : undefined,
  ArrowLeft: ({ entry }) => (isExpanded(entry) ? clickEntry(entry) : groupAbove(entry)),
};

const isAlone = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey;

export function pressInMenu(event: KeyboardEvent<HTMLElement>): void {
  const entry = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('a, button') : null;
  const move = isAlone(event) ? moves[event.key] : undefined;
  if (!entry || !move) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter((element) =>
    element.checkVisibility(),
  );
  const next = move({ entry, entries, at: entries.indexOf(entry) });
  if (!next) return;
  event.preventDefault();
  next.focus();
}
