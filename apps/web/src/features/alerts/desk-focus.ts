const movesButton = '[data-case-moves] button:not(:disabled)';
const chosenLine = '[data-case-list] [aria-current="true"]';

const focusFirst = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

export const focusMoves = (): void => focusFirst(movesButton);

/** Focuses the next action after rendering, when the clicked button has disappeared. */
export function keepFocusInMoves(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusMoves();
  });
}

/** Focuses the line of the displayed case after rendering. */
export function focusChosenLine(): void {
  requestAnimationFrame(() => focusFirst(chosenLine));
}
