import { shellCalls } from '@kangmai/model/menu';
import { create } from 'zustand';

import { api } from '../../lib/api/api.ts';
import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';

import type { LiveEvents } from '@kangmai/model/events';

export interface SosCall {
  readonly id: number;
  readonly caseId: number | null;
  readonly name: string | null;
  readonly at: string;
}

interface WireCall {
  readonly ['soS_Record']: { readonly id: number; readonly caseId: number | null; readonly sosTime: string };
  readonly userName: string | null;
}

interface SosState {
  readonly calls: readonly SosCall[];
  /** Calls folded into a line on this screen; kept over a reload. */
  readonly folded: readonly number[];
}

export const useSosCalls = create<SosState>(() => ({ calls: [], folded: [] }));

const dayMs = 86_400_000;
const mostCalls = 50;
const patienceMs = 3000;
const againMs = 5000;

/** Calls known from events only; used when the server cannot be reached. */
const unsure = new Map<number, SosCall>();
/** Calls answered while a request is under way. */
const answered = new Set<number>();
let isAsking = false;
let isAskedAgain = false;

const showCalls = (calls: readonly SosCall[]): void =>
  useSosCalls.setState({
    calls: calls.filter(({ id }) => !answered.has(id)).toSorted((one, other) => one.at.localeCompare(other.at)),
  });

function setFolded(folded: readonly number[]): void {
  useSosCalls.setState({ folded });
  writeScoped(storageKeys.foldedCalls, folded, sessionStorage);
}

/** Folds a call on this screen until it is answered. */
export const foldCall = (id: number): void => setFolded([...useSosCalls.getState().folded, id]);

export const unfoldCalls = (): void => setFolded([]);

/** Keeps only waiting calls folded, so that an answered call that comes back opens. */
function dropAnswered(): void {
  const { calls, folded } = useSosCalls.getState();
  setFolded(folded.filter((id) => calls.some((call) => call.id === id)));
}

/** Reads which calls the signed-in user folded before a reload. */
export function recallFolded(): void {
  const stored = readScoped(storageKeys.foldedCalls, sessionStorage);
  useSosCalls.setState({ folded: Array.isArray(stored) ? stored.filter(Number.isInteger) : [] });
}

async function loadCalls(): Promise<void> {
  const sure = new Set(unsure.keys());
  answered.clear();
  try {
    const query = {
      stateFilter: 0,
      MinsosTimeFilter: new Date(Date.now() - dayMs).toISOString(),
      Sorting: 'sosTime',
      MaxResultCount: mostCalls,
    };
    const { items } = await api.get<{ readonly items: readonly WireCall[] }>(shellCalls.sosList, query, {
      signal: AbortSignal.timeout(patienceMs),
    });
    for (const id of sure) unsure.delete(id);
    showCalls(
      items.map(({ ['soS_Record']: { id, caseId, sosTime }, userName }) => ({
        id,
        caseId,
        name: userName,
        at: sosTime,
      })),
    );
    dropAnswered();
  } catch {
    const known = useSosCalls.getState().calls;
    showCalls([...known, ...[...unsure.values()].filter(({ id }) => known.every((call) => call.id !== id))]);
    if (unsure.size > 0) setTimeout(() => void askWaiting(), againMs);
  }
}

export async function askWaiting(): Promise<void> {
  isAskedAgain = isAsking;
  if (isAsking) return;
  isAsking = true;
  await loadCalls();
  isAsking = false;
  if (isAskedAgain) await askWaiting();
}

/** Opens a call, new or repeated after a reconnect, unless the server says that it was answered. */
export function hearCall({ id, caseId, userName, sosTime, state }: LiveEvents['newsos']): void {
  if (state !== 0) return;
  answered.delete(id);
  unsure.set(id, { id, caseId, name: userName, at: sosTime });
  void askWaiting();
}

/** Removes an answered call from the screen; brings back one whose claim has lapsed. */
export function hearChange({ id, state }: LiveEvents['soschange']): void {
  if (state === 0) return void askWaiting();
  answered.add(id);
  unsure.delete(id);
  const { calls, folded } = useSosCalls.getState();
  setFolded(folded.filter((each) => each !== id));
  return showCalls(calls);
}

export const forgetCalls = (): void => useSosCalls.setState({ calls: [], folded: [] });
