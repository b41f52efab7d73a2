import { type AnyResource, memberRule, type MemberRule, snake } from '@kangmai/resource';
import type { Answer, Client } from './client.ts';
import { sweptResources } from './swept.ts';

/** Rows that are members of the rows of a resource, with the calls of their pane. */
export interface Pane {
  readonly resource: AnyResource;
  readonly rule: MemberRule & { readonly calls: NonNullable<MemberRule['calls']> };
}

const isPane = (rule: ReturnType<typeof memberRule>): rule is Pane['rule'] =>
  !('of' in rule) && rule.calls !== undefined;

/** Every pane of members of the swept resources. */
export const panes: readonly Pane[] = sweptResources.flatMap((resource) =>
  Object.keys(resource.members ?? {})
    .map((name) => memberRule(resource, name))
    .filter(isPane)
    .map((rule) => ({ resource, rule })),
);

/** The calls of a pane as a client makes them. */
export function callsOf(client: Client, { resource, rule }: Pane) {
  const { calls, via } = rule;
  const path = (name: string): string => `${resource.wire.service}/${name}`;
  return {
    list: (row: number): Promise<Answer<unknown>> => client.get(path(calls.list), { id: row }),
    find: (row: number): Promise<Answer<unknown>> => client.post(path(calls.find), { [via.row]: row }),
    add: (row: number, members: readonly number[]): Promise<Answer<unknown>> =>
      client.post(path(calls.add), { [via.row]: row, [`${via.member}s`]: members }),
    remove: (row: number, member: number): Promise<Answer<unknown>> =>
      client.delete(path(calls.remove), { [via.row]: row, [via.member]: member }),
  };
}

/** A statement that lists all links of a pane's table in a tenant. */
export const linksSql = ({ rule: { via } }: Pane): string =>
  `select ${snake(via.row)} as row, ${snake(via.member)} as member from "${via.table}" where tenant_id = $1 order by 1, 2`;
