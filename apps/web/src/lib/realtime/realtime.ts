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

export const useRealtimeStatus = create<{ status: Status }>(() => ({ status: 'off' }));

const listeners = new Map<EventName, Set<Listener>>();
/** Clients whose page is open; sent again after every reconnect. */
const watched = new Set<number>();
let socket: Socket | null = null;

const openingMs = 5000;
/** Half of the maximum delay before a refused connection is retried. */
const refusedMs = 3000;

/** After a reconnect the server resumes at the last received event; some events may arrive twice. */
const isHeard = heardMarks();
/** Events sent within this time before the server's last message may not have arrived. */
const onTheWayMs = 2000;
/** Until this time (ms) nothing can have been missed; initially the start of the page. */
let wholeUntil = performance.timeOrigin;
/** True once the server has replayed what this connection missed. */
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
  // The server replays important events; counts are refetched when the gap was too long for a replay.
  for (const clientId of watched) target.emit('watchClient', clientId);
  if (wasLost && !target.recovered) void countAnew();
}

/** Reconnects after checking that the session is alive; an expired one is renewed or reported by that check. */
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
    // Without a timeout a connection that breaks while opening goes unnoticed for twenty seconds.
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
    // socket.io does not reconnect after the server disconnected.
    if (!opened.active) void resume(opened);
  });
  opened.on('connect_error', () => {
    useRealtimeStatus.setState({ status: 'lost' });
    // socket.io does not retry when the server refused the connection.
    if (!opened.active) setTimeout(() => void resume(opened), refusedMs * (1 + Math.random()));
  });
}

export function disconnectRealtime(): void {
  const former = socket;
  socket = null;
  former?.disconnect();
  useRealtimeStatus.setState({ status: 'off' });
}

/** Listens for a hub event, even before the connection is open. Returns the unsubscribe function. */
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

/** `onRealtime` for components; paused while the component's tab is hidden. */
export function useRealtime<Name extends EventName>(name: Name, listener: (payload: LiveEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onRealtime(name, (payload) => latest(payload)), [name]);
}

/** Subscribes to live events of one client while the component's tab is visible. The server checks permission. */
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
