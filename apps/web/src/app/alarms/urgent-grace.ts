import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { create } from 'zustand';

const graceMs = 30_000;

interface GraceState {
  /** The page on which the user works on an emergency just opened; meanwhile no other one covers it. */
  readonly path: string | null;
}

const useGrace = create<GraceState>(() => ({ path: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

export function endGrace(): void {
  clearTimeout(timer);
  useGrace.setState({ path: null });
}

export function startGrace(path: string): void {
  clearTimeout(timer);
  useGrace.setState({ path });
  timer = setTimeout(endGrace, graceMs);
}

/** Whether the user works on an emergency just opened, on its page and for half a minute. */
export function useIsQuiet(): boolean {
  const { pathname } = useLocation();
  const path = useGrace((grace) => grace.path);
  useEffect(() => {
    if (useGrace.getState().path !== pathname) endGrace();
  }, [pathname]);
  return path !== null;
}
