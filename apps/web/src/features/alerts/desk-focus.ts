const movesButton = '[data-case-moves] button:not(:disabled)';
const chosenLine = '[data-case-list] [aria-current="true"]';

const focusFirst = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

/** To the first thing that can be done with the case on show. */
export const focusMoves = (): void => focusFirst(movesButton);

/** To what can be done next, once it is drawn, where the button that was pressed is gone. */
export function keepFocusInMoves(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusMoves();
  });
}

/** To the case that is shown next in the list, once it is drawn. */
export function focusChosenLine(): void {
  requestAnimationFrame(() => focusFirst(chosenLine));
}
