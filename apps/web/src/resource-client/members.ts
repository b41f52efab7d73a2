import { memberRule, type AnyResource, type MemberCalls, type MemberRule } from '@kangmai/resource';

import { api } from '../lib/api/api.ts';
import { resourceTitle } from '../lib/labels.ts';

/** The members of a row: of which resource, under which name of its definition, of which row. */
export interface MembersOf {
  readonly resource: AnyResource;
  readonly name: string;
  readonly id: number;
}

/** A member with the fields that are shown of it. */
export interface Member {
  readonly id: number;
  /** Of the row itself, not only of one below it. */
  readonly isDirect: boolean;
  readonly addedTime: string;
  readonly [key: string]: unknown;
}

export interface Candidate {
  readonly name: string;
  readonly value: string;
}

export interface PageAsk {
  readonly skipCount: number;
  readonly maxResultCount: number;
}

interface Paged<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}

/** How members are kept, with the calls of their pane. */
export function paneOf({
  resource,
  name,
}: Pick<MembersOf, 'resource' | 'name'>): MemberRule & { readonly calls: MemberCalls } {
  const rule = memberRule(resource, name);
  if ('of' in rule || !rule.calls) throw new Error(`${resource.name}.${name} has no pane`);
  return { ...rule, calls: rule.calls };
}

/** What members are called, by their definition. */
export function membersWord({ resource, name }: Pick<MembersOf, 'resource' | 'name'>): string {
  const { label, en } = memberRule(resource, name);
  return resourceTitle({ title: label, en });
}

const path = ({ resource: { wire } }: MembersOf, action: string): string => `${wire.service}/${action}`;

export const getMembers = (
  of: MembersOf,
  query: PageAsk & { readonly withUnitsBelow: boolean },
  signal: AbortSignal,
): Promise<Paged<Member>> => api.get(path(of, paneOf(of).calls.list), { id: of.id, ...query }, { signal });

/** Rows that can still be added. */
export function findMembers(
  of: MembersOf,
  query: PageAsk & { readonly filter: string },
  signal: AbortSignal,
): Promise<Paged<Candidate>> {
  const { calls, via } = paneOf(of);
  return api.post(path(of, calls.find), { [via.row]: of.id, ...query }, { signal });
}

export function addMembers(of: MembersOf, ids: readonly number[]): Promise<void> {
  const { calls, via } = paneOf(of);
  return api.post(path(of, calls.add), { [via.row]: of.id, [`${via.member}s`]: ids });
}

export function removeMember(of: MembersOf, id: number): Promise<void> {
  const { calls, via } = paneOf(of);
  return api.remove(path(of, calls.remove), { [via.row]: of.id, [via.member]: id });
}
