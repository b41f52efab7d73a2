import { shellCalls, shellPermissions } from '@kangmai/model/menu';
import { create } from 'zustand';

import { api } from '../../lib/api/api.ts';
import { onceAtATime } from '../../lib/once-at-a-time.ts';
import { can } from '../../lib/permissions.ts';
import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';

import type { LiveEvents } from '@kangmai/model/events';

/** A call for help or a critical case that nobody has taken. */
export interface UrgentCall {
  /** `sos.7`, `case.12`. */
  readonly key: string;
  readonly kind: 'sos' | 'case';
  readonly id: number;
  readonly caseId: number | null;
  readonly personId: number | null;
  readonly name: string | null;
  readonly unitName: string | null;
  /** Words of a case. */
  readonly finding: string | null;
  readonly at: string;
}

interface WireCall {
  readonly ['soS_Record']: {
    readonly id: number;
    readonly caseId: number | null;
    readonly userId: number | null;
    readonly sosTime: string;
  };
  readonly userName: string | null;
  readonly communityName: string | null;
}

interface WireCase {
  readonly abnormalData: {
    readonly id: number;
    readonly userid: number | null;
    readonly ['abnormaL_DIA']: string;
    readonly ['tO_TIME']: string;
    readonly alarmedTime: string | null;
    readonly nextDueTime: string | null;
  };
  readonly userName: string | null;
  readonly communityName: string | null;
}

interface CallState {
  readonly calls: readonly UrgentCall[];
  /** Keys of calls folded into a line on this screen; kept over a reload. */
  readonly folded: readonly string[];
}

export const useUrgentCalls = create<CallState>(() => ({ calls: [], folded: [] }));

const critical = 4;
const dayMs = 86_400_000;
const mostCalls = 50;
const patienceMs = 3000;
const againMs = 5000;

/** Calls by key, known from events only; used when the server cannot be reached. */
const unsure = new Map<string, UrgentCall>();
/** Keys of calls answered while a request is under way. */
const answered = new Set<string>();

/** The oldest first: all are critical. */
const showCalls = (calls: readonly UrgentCall[]): void =>
  useUrgentCalls.setState({
    calls: calls.filter(({ key }) => !answered.has(key)).toSorted((one, other) => one.at.localeCompare(other.at)),
  });

function setFolded(folded: readonly string[]): void {
  useUrgentCalls.setState({ folded });
  writeScoped(storageKeys.foldedCalls, folded, sessionStorage);
}

export const foldCall = (key: string): void => setFolded([...useUrgentCalls.getState().folded, key]);

export const unfoldCalls = (): void => setFolded([]);

/** Keeps only waiting calls folded, so that an answered call that comes back opens. */
function dropAnswered(): void {
  const { calls, folded } = useUrgentCalls.getState();
  setFolded(folded.filter((key) => calls.some((call) => call.key === key)));
}

/** Reads which calls the signed-in user folded before a reload. */
export function recallFolded(): void {
  const stored = readScoped(storageKeys.foldedCalls, sessionStorage);
  const keys: readonly unknown[] = Array.isArray(stored) ? stored : [];
  useUrgentCalls.setState({ folded: keys.filter((key) => typeof key === 'string') });
}

const sosCall = (call: Omit<UrgentCall, 'key' | 'kind' | 'finding'>): UrgentCall => ({
  key: `sos.${call.id}`,
  kind: 'sos',
  finding: null,
  ...call,
});
const caseCall = (call: Pick<UrgentCall, 'id' | 'personId' | 'name' | 'unitName' | 'finding' | 'at'>): UrgentCall => ({
  key: `case.${call.id}`,
  kind: 'case',
  caseId: call.id,
  ...call,
});

const pageOf = async <T>(path: string, query: Record<string, string | number>): Promise<readonly T[]> =>
  (
    await api.get<{ readonly items: readonly T[] }>(
      path,
      { stateFilter: 0, MaxResultCount: mostCalls, ...query },
      { signal: AbortSignal.timeout(patienceMs) },
    )
  ).items;

async function waitingSos(): Promise<readonly UrgentCall[]> {
  if (!can(shellPermissions.sos)) return [];
  const since = new Date(Date.now() - dayMs).toISOString();
  const items = await pageOf<WireCall>(shellCalls.sosList, { MinsosTimeFilter: since, Sorting: 'sosTime' });
  return items.map(({ ['soS_Record']: { id, caseId, userId, sosTime }, userName, communityName }) =>
    sosCall({ id, caseId, personId: userId, name: userName, unitName: communityName, at: sosTime }),
  );
}

/** Critical cases with a ladder. Those of late readings or entered by hand were not notified and stay on the list. */
async function waitingCases(): Promise<readonly UrgentCall[]> {
  if (!can(shellPermissions.alarms)) return [];
  const query = { ['ABNORMAL_LEVELFilter']: critical, isLateFilter: 0, Sorting: 'alarmedTime' };
  const items = await pageOf<WireCase>(shellCalls.alarmList, query);
  const notified = items.filter(({ abnormalData }) => abnormalData.nextDueTime !== null);
  return notified.map(({ abnormalData: row, userName, communityName }) =>
    caseCall({
      id: row.id,
      personId: row.userid,
      name: userName,
      unitName: communityName,
      finding: row['abnormaL_DIA'],
      at: row.alarmedTime ?? row['tO_TIME'],
    }),
  );
}

/** The case of a call for help is shown as the call. */
const withoutTwins = (calls: readonly UrgentCall[]): readonly UrgentCall[] => {
  const called = new Set(calls.flatMap(({ kind, caseId }) => (kind === 'sos' ? [caseId] : [])));
  return calls.filter(({ kind, caseId }) => kind === 'sos' || !called.has(caseId));
};

async function loadCalls(): Promise<void> {
  const sure = new Set(unsure.keys());
  answered.clear();
  try {
    const found = (await Promise.all([waitingSos(), waitingCases()])).flat();
    for (const key of sure) unsure.delete(key);
    showCalls(withoutTwins(found));
    dropAnswered();
  } catch {
    const known = useUrgentCalls.getState().calls;
    showCalls(withoutTwins([...new Map([...known, ...unsure.values()].map((call) => [call.key, call])).values()]));
    if (unsure.size > 0) setTimeout(() => void askWaiting(), againMs);
  }
}

export const askWaiting = onceAtATime(loadCalls);

function hear(call: UrgentCall): void {
  answered.delete(call.key);
  unsure.set(call.key, call);
  void askWaiting();
}

/** Opens a call, new or repeated after a reconnect, unless the server says that it was answered. */
export function hearCall({ id, caseId, userId, userName, unitName, sosTime, state }: LiveEvents['newsos']): void {
  if (state === 0) hear(sosCall({ id, caseId, personId: userId, name: userName, unitName, at: sosTime }));
}

/** Opens a critical case, unless the server says that somebody has it. */
export function hearCase({ id, userid, userName, unitName, ...told }: LiveEvents['newabnormal']): void {
  if (told['abnormaL_LEVEL'] < critical) return;
  hear(
    caseCall({ id, personId: userid, name: userName, unitName, finding: told['abnormaL_DIA'], at: told['tO_TIME'] }),
  );
}

/** Removes an answered call from the screen; brings back one whose claim has lapsed. */
export function hearChange(
  kind: UrgentCall['kind'],
  { id, state }: { readonly id: number; readonly state: number },
): void {
  const key = `${kind}.${id}`;
  if (state === 0) return void askWaiting();
  answered.add(key);
  unsure.delete(key);
  const { calls, folded } = useUrgentCalls.getState();
  setFolded(folded.filter((each) => each !== key));
  return showCalls(calls);
}

export const forgetCalls = (): void => useUrgentCalls.setState({ calls: [], folded: [] });
