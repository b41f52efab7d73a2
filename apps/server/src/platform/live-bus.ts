import { randomUUID } from 'node:crypto';

/** An event for the screens in the given rooms; it contains hints, never more than its readers may see. */
export interface LiveEvent {
  readonly event: string;
  readonly rooms: readonly string[];
  readonly payload: object;
  /**
   * Set for events that must not be missed: they are kept for connections made later, and the key identifies
   * repetitions.
   */
  readonly key?: string;
}

type Listener = (event: LiveEvent) => void;

/** Passes events to the real-time servers of this process. Events are published after their commit. */
export class LiveBus {
  /** The name of this process among the nodes of its database. */
  readonly node: string = randomUUID();
  /** True while other nodes use the same database: then they receive events too. */
  hasOthers = false;
  private readonly listeners = new Set<Listener>();

  publish(event: LiveEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Who receives events about a person: users in whose sight the person is and who hold the permission. */
export interface Audience {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** All that a locked screen receives of an alarm: no name, no value. */
export interface LockedAlarm {
  readonly isLoud: boolean;
  readonly level: number;
  readonly unit: string | null;
  readonly time: string;
}

/** By the name of a live event: what a locked screen receives of it. */
export type LockedAlarms = Readonly<Record<string, (payload: object) => LockedAlarm>>;

/** Connections of a person that decide who sees them. */
export interface Ties {
  readonly users: readonly (number | null)[];
  readonly team: number | null;
  readonly unit: number | null;
}

/** The room of all connections of a user, locked ones too. */
export const sessionRoom = (tenantId: number, userId: number): string => `t:${tenantId}:session:${userId}`;

const room = (tenantId: number, audience: string, tail: string): string => `t:${tenantId}:${audience}:${tail}`;

/** The rooms of users who see a person and belong to an audience; without ties only users who see all. */
export function roomsOfPerson(tenantId: number, audience: string, ties: Ties | undefined): readonly string[] {
  const users = (ties?.users ?? [])
    .filter((user) => user !== null)
    .map((user) => room(tenantId, audience, `own:${user}`));
  const team = ties?.team ? [room(tenantId, audience, `team:${ties.team}`)] : [];
  const unit = ties?.unit ? [room(tenantId, audience, `unit:${ties.unit}`)] : [];
  return [room(tenantId, audience, 'all'), ...users, ...team, ...unit];
}

interface Seat {
  readonly tenantId: number;
  readonly userId: number;
  readonly sight: {
    readonly all: boolean;
    readonly own: boolean;
    readonly teams: readonly number[];
    readonly units: readonly number[];
  };
  readonly permissions: ReadonlySet<string>;
}

/** The room of one user, on all screens. */
export const roomOfUser = (tenantId: number, userId: number): string => `t:${tenantId}:user:${userId}`;

/** The rooms in which a signed-in user sits. */
export function roomsOfUser(seat: Seat, audiences: readonly Audience[]): readonly string[] {
  const { tenantId, userId, sight } = seat;
  const rooms = audiences
    .filter(({ permissions }) => permissions.some((permission) => seat.permissions.has(permission)))
    .flatMap(({ name }) => [
      ...(sight.all ? [room(tenantId, name, 'all')] : []),
      ...(sight.own ? [room(tenantId, name, `own:${userId}`)] : []),
      ...sight.teams.map((team) => room(tenantId, name, `team:${team}`)),
      ...sight.units.map((unit) => room(tenantId, name, `unit:${unit}`)),
    ]);
  return [roomOfUser(tenantId, userId), ...rooms];
}

const locked = ':locked';

/** The room parallel to a room, for its members whose screen is locked. */
export const lockedRoom = (name: string): string => `${name}${locked}`;

/** The room itself, given it or its parallel for locked screens. */
export const openRoom = (name: string): string => (name.endsWith(locked) ? name.slice(0, -locked.length) : name);

/** The room of users who have a person's page open. */
export const roomOfClient = (tenantId: number, clientId: number): string => `t:${tenantId}:client:${clientId}`;
