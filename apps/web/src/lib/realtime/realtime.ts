import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { countAnew } from '../api/query-client.ts';
import { encryptedToken } from '../auth-tokens.ts';
import { hasRealtime, useSession } from '../session/session.ts';
import { heardMarks } from './heard-marks.ts';

import type { LiveEvents } from '@kangmai/model/events';
import type { Socket } from 'socket.io-client';

type Status = 'off' | 'connected' | 'lost';
type EventName = keyof LiveEvents;
type Listener = (payload: never) => void;

/** State of the live connection; `lost` while it is being built up again. */
export const useRealtimeStatus = create<{ status: Status }>(() => ({ status: 'off' }));

const listeners = new Map<EventName, Set<Listener>>();
/** Persons whose page is open; the server is told again after every reconnect. */
const watched = new Set<number>();
let socket: Socket | null = null;

const openingMs = 5000;
/** Half of the longest time until a connection that was refused is tried again. */
const refusedMs = 3000;

/** After a break the server goes on from where it was heard last; what was on its way may come twice. */
const isHeard = heardMarks();
/** What was told this long before the last sign of the server may still have been on its way. */
const onTheWayMs = 2000;
/** Until when nothing can have been missed, ms; at first the start of the page, before which its figures were not asked for. */
let wholeUntil = performance.timeOrigin;
/** True once the server has told what this connection missed. */
let isWhole = false;

const noteHeard = (): void => {
  if (isWhole) wholeUntil = Date.now() - onTheWayMs;
};

function subscribeTo(name: EventName, target: Socket): void {
  target.on(name as string, (...sent: unknown[]) => {
    if (isHeard(sent.slice(1))) return;
    for (const listener of listeners.get(name) ?? []) listener(sent[0] as never);
  });
}

function announce(target: Socket): void {
  const wasLost = useRealtimeStatus.getState().status === 'lost';
  useRealtimeStatus.setState({ status: 'connected' });
  isWhole = target.recovered;
  noteHeard();
  target.emit('dockerJion', { user: useSession.getState().user?.id, socketId: target.id });
  // The server tells what must not be missed; beside it, figures moved in a gap that it no longer knew are asked for again.
  for (const clientId of watched) target.emit('watchClient', clientId);
  if (wasLost && !target.recovered) void countAnew();
}

/** Goes on once the session is known to live; one that has ended is renewed or shown by the call that asks. */
async function resume(opened: Socket): Promise<void> {
  if (socket !== opened) return;
  try {
    await api.get('Session/GetState', undefined, { whileLocked: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) setTimeout(() => void resume(opened), refusedMs);
    return;
  }
  if (socket === opened) opened.connect();
}

/** Opens the live connection when a user is signed in and both real-time switches are on. */
export async function connectRealtime(): Promise<void> {
  if (socket || !hasRealtime(useSession.getState())) return;
  const { io } = await import('socket.io-client');
  const opened = io({
    path: '/socket.io/',
    auth: (give: (answer: object) => void) => give({ token: encryptedToken(), unheardMs: Date.now() - wholeUntil }),
    reconnectionDelayMax: 10_000,
    // A break in the middle of opening is not noticed otherwise for twenty seconds, in which nothing would be heard.
    timeout: openingMs,
  });
  socket = opened;
  for (const name of listeners.keys()) subscribeTo(name, opened);
  opened.on('connect', () => announce(opened));
  opened.on('seated', () => {
    isWhole = true;
    noteHeard();
  });
  opened.onAny(noteHeard);
  opened.io.on('ping', noteHeard);
  opened.on('disconnect', () => {
    useRealtimeStatus.setState({ status: 'lost' });
    // Cut off by the server: it does not come back by itself.
    if (!opened.active) void resume(opened);
  });
  opened.on('connect_error', () => {
    useRealtimeStatus.setState({ status: 'lost' });
    // A server that refuses, because it cannot look anything up at this moment or knows of too many, is not asked again by itself.
    if (!opened.active) setTimeout(() => void resume(opened), refusedMs * (1 + Math.random()));
  });
}

export function disconnectRealtime(): void {
  const former = socket;
  socket = null;
  former?.disconnect();
  useRealtimeStatus.setState({ status: 'off' });
}

/** Hears a hub event from now on, also before the connection stands. Returns its removal. */
export function onRealtime<Name extends EventName>(
  name: Name,
  listener: (payload: LiveEvents[Name]) => void,
): () => void {
  const known = listeners.get(name) ?? new Set<Listener>();
  if (!listeners.has(name)) {
    listeners.set(name, known);
    if (socket) subscribeTo(name, socket);
  }
  known.add(listener as Listener);
  return () => known.delete(listener as Listener);
}

/** `onRealtime` for components; silent while the component's tab is hidden. */
export function useRealtime<Name extends EventName>(name: Name, listener: (payload: LiveEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onRealtime(name, (payload) => latest(payload)), [name]);
}

/** Asks for live events of one person while the component's tab is visible. The server checks that the person may be seen. */
export function useWatchedClient(clientId: number | null): void {
  useEffect(() => {
    if (clientId === null) return undefined;
    watched.add(clientId);
    socket?.emit('watchClient', clientId);
    return () => {
      watched.delete(clientId);
      socket?.emit('leaveClient', clientId);
    };
  }, [clientId]);
}
