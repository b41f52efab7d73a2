import type { AnyResource } from '@kangmai/resource';
import type { Entry } from '@kangmai/server/http/registry';
import { isReveal, resourceOf, takesId } from './isolation-input.ts';
import type { Caller } from './isolation-people.ts';
import { isFullRun } from './random-cases.ts';

/** Who calls. The victim is one tenant; `own` rows are those of another. */
export type Who =
  | 'nobody'
  | 'expired'
  | 'locked'
  | 'no permission'
  | 'outside the scope'
  | 'other tenant'
  | 'host'
  | 'owner';
export const strangers: readonly Who[] = [
  'nobody',
  'expired',
  'locked',
  'no permission',
  'outside the scope',
  'other tenant',
  'host',
];

/** The row that a call names. */
export type IdKind = 'victim' | 'own' | 'missing' | 'greatest' | 'too great' | 'negative' | 'text';
const idKinds: readonly IdKind[] = ['victim', 'own', 'missing', 'greatest', 'too great', 'negative', 'text'];

/** One call of the proof. */
export interface Case {
  readonly entry: Entry;
  readonly kind: IdKind;
}

/** A full run makes every case; the usual run a sample that depends on the seed. */
export const seed = Number(process.env['ISOLATION_SEED'] ?? 1);

export const isScoped = ({ scopeRule }: AnyResource): boolean => scopeRule !== undefined && !('everybody' in scopeRule);

/** Rows without owner belong to everybody: a call that writes without naming a row may change those. */
const keepsToScope = (resource: AnyResource, entry: Entry): boolean =>
  isScoped(resource) && !(resource.scopeRule && 'orNone' in resource.scopeRule && entry.writes && !takesId(entry));

/** Calls that end or lock the caller's session. */
const leavesSession = (entry: Entry): boolean => /\/(logout|session\/(un)?lock)$/i.test(entry.path);
/** Tenants belong to the host: its calls on them reach every tenant, whatever the id. */
const isAboutTenants = (entry: Entry): boolean => /\/app\/tenant\//i.test(entry.path);
const isOpen = (entry: Entry): boolean => entry.permissions.includes('anonymous');
const isOne = (entry: Entry): boolean =>
  isReveal(entry) ||
  (entry.conventional !== undefined && ['edit', 'view', 'get', 'remove', 'save'].includes(entry.conventional));

export const mayCall = (caller: Caller, entry: Entry): boolean =>
  isOpen(entry) ||
  (caller.isSignedIn &&
    (entry.permissions.includes('signed-in') || entry.permissions.some((name) => caller.permissions.has(name))));

const isLeftOut = (who: Who, entry: Entry): boolean =>
  leavesSession(entry) ? who !== 'nobody' : who === 'host' && entry.writes && isAboutTenants(entry);

/** Which callers try which calls: people of the victim's tenant do not make permitted changes. */
export function concerns(who: Who, caller: Caller, entry: Entry): boolean {
  if (isLeftOut(who, entry)) return false;
  if (who === 'no permission') return !mayCall(caller, entry) || !entry.writes;
  const resource = resourceOf(entry);
  return (
    who !== 'outside the scope' ||
    (resource !== undefined && keepsToScope(resource, entry)) ||
    (!entry.writes && entry.call !== undefined && !isReveal(entry))
  );
}

/** Bulk calls answer for each row. */
const answersEach = (entry: Entry): boolean => /\/(batch\w+|allocate|markshown)$/i.test(entry.path);

const refusedIds: readonly IdKind[] = ['too great', 'text'];
const refusals = [400, 404, 409, 415, 429];

/** The allowed answers to a permitted caller about rows not visible to it. */
function expectedOfRow({ entry, kind }: Case): readonly number[] {
  if (isOne(entry)) return refusedIds.includes(kind) ? [400] : kind === 'negative' ? [400, 404] : [404];
  if (!entry.call && !entry.action) return [200];
  return entry.writes && takesId(entry) && !answersEach(entry) ? refusals : [200, 403, ...refusals];
}

/** The allowed answers to a caller: the only table of this proof. */
export function expected(who: Who, caller: Caller, { entry, kind }: Case): readonly number[] {
  if (entry.phone !== undefined || (!caller.isSignedIn && !isOpen(entry))) return [401];
  if (!mayCall(caller, entry)) return [403];
  if (who === 'owner') return isOne(entry) && !entry.writes ? [200] : [200, ...refusals];
  return expectedOfRow({ entry, kind });
}

/** Ids of the other tenant's own rows are not tested. */
const kindsFor = (who: Who, entry: Entry): readonly IdKind[] =>
  takesId(entry) ? idKinds.filter((kind) => kind !== 'own' || who !== 'other tenant') : ['missing'];

/** Cases per identity in the usual run: takes about a minute for all identities on a busy machine with two cores. */
const mostOf: Readonly<Record<Who, number>> = {
  nobody: 250,
  expired: 250,
  locked: 250,
  'no permission': 350,
  'outside the scope': 700,
  'other tenant': 900,
  host: 400,
  owner: 0,
};

/** A number between 0 and 1, determined by the seed and a place (mulberry32). */
function chance(place: number): number {
  let state = (seed * 0x9e37_79b1 + place * 0x6d2b_79f5) >>> 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 0x1_0000_0000;
}

/**
 * Every call with every id, or a sample in which other tenants and callers without sight still try each call on the
 * victim's row.
 */
export function chosenCases(who: Who, caller: Caller, entries: readonly Entry[]): readonly Case[] {
  const all = entries
    .filter((entry) => concerns(who, caller, entry))
    .flatMap((entry): Case[] => kindsFor(who, entry).map((kind) => ({ entry, kind })));
  if (isFullRun) return all;
  const isNeeded = ({ kind }: Case): boolean =>
    kind === 'victim' && (who === 'other tenant' || who === 'outside the scope');
  const ranked = all
    .map((each, place) => ({ each, rank: isNeeded(each) ? -1 : chance(place) }))
    .toSorted((one, other) => one.rank - other.rank);
  return ranked.slice(0, Math.max(mostOf[who], all.filter(isNeeded).length)).map(({ each }) => each);
}
