import { setTimeout as pause } from 'node:timers/promises';
import { alive } from './embedded-lock.ts';

const endings = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
] as const;

const longestShutdownMs = 10_000;

/** A server left shutting down by a killed process, and stuck: nothing else would release the folder. */
export function endStuck(pid: number, endingSince: number | undefined): void {
  if (endingSince !== undefined && Date.now() - endingSince > longestShutdownMs && alive(pid))
    process.kill(pid, 'SIGQUIT');
}

/** A fast shutdown; an immediate one when it does not finish, as may happen during recovery. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, patienceMs] of endings) {
    if (alive(pid)) process.kill(pid, signal);
    const until = Date.now() + patienceMs;
    while (alive(pid) && Date.now() < until) await pause(10);
    if (!alive(pid)) return;
  }
}
