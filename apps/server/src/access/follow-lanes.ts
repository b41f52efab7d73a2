import type { When } from './ctx.ts';

/**
 * Lanes of the outbox: alarms, statistics and other work that no alarm waits for, and calls for help. Each keeps its
 * order; none waits for another.
 */
export const followLanes = { alarms: 0, last: 1, calls: 2 } as const;
export type FollowLane = (typeof followLanes)[keyof typeof followLanes];

/** The lanes that a stored reading has events in. */
export const readingLanes: ReadonlySet<FollowLane> = new Set([followLanes.alarms, followLanes.last]);

export function laneOf(when: When | undefined): FollowLane {
  if (when === undefined || when instanceof Date) return followLanes.alarms;
  return when === 'first' ? followLanes.calls : followLanes.last;
}

/** When an event is due; null for at once. */
export function dueOf(when: When | undefined): Date | null {
  if (when === undefined || typeof when === 'string') return null;
  return when instanceof Date ? when : when.lastFrom;
}
