import { create } from 'zustand';

type Outcome = 'renewed' | 'left';

interface ReloginGate {
  isOpen: boolean;
}

/** Whether calls wait for the user to sign in again; the frame shows one dialog while it is open. */
export const useReloginGate = create<ReloginGate>(() => ({ isOpen: false }));

let waiting: ((outcome: Outcome) => void)[] = [];

/** Opens the dialog (once, however many calls ask) and waits for its end. */
export function waitForRelogin(): Promise<Outcome> {
  useReloginGate.setState({ isOpen: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** Called by the dialog: the session goes on, or the user leaves. */
export function endRelogin(outcome: Outcome): void {
  useReloginGate.setState({ isOpen: false });
  const released = waiting;
  waiting = [];
  for (const release of released) release(outcome);
}
