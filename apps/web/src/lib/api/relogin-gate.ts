import { create } from 'zustand';

type Outcome = 'renewed' | 'left';

interface ReloginGate {
  isOpen: boolean;
}

/** While open, calls wait for a sign-in and the frame shows one dialog. */
export const useReloginGate = create<ReloginGate>(() => ({ isOpen: false }));

let waiting: ((outcome: Outcome) => void)[] = [];

export function waitForRelogin(): Promise<Outcome> {
  useReloginGate.setState({ isOpen: true });
  return new Promise((resolve) => waiting.push(resolve));
}

export function endRelogin(outcome: Outcome): void {
  useReloginGate.setState({ isOpen: false });
  const released = waiting;
  waiting = [];
  for (const release of released) release(outcome);
}
