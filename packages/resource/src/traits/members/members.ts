interface Label {
  readonly label: string;
  readonly en: string;
}

/** A table of links: what the ids of row and member are called on the wire, and in snake case as its columns. */
export interface Via {
  readonly table: string;
  readonly row: string;
  readonly member: string;
}

/** The calls of a pane of members. */
export interface MemberCalls {
  readonly list: string;
  readonly find: string;
  readonly add: string;
  readonly remove: string;
  /** Which permission below the resource's own finds, adds and takes out. */
  readonly permission: string;
  /** Fields of a member in the list; the first one names it. */
  readonly shows: readonly [string, ...string[]];
  /** One of them that tells members of one name apart. */
  readonly aside?: string;
  /** Fields that candidates are found by. */
  readonly finds: readonly string[];
  /** In a tree, the member of a list's row with the names of the rows that it belongs to. */
  readonly through?: string;
}

/** Rows of another resource that are linked with a row. */
export interface MemberRule<T extends string = string> extends Label {
  readonly target: T;
  readonly via: Via;
  readonly calls?: MemberCalls;
}

/** Names that a row holds, such as those of permissions. */
export interface NamesRule extends Label {
  readonly of: 'permission';
  readonly via: Via;
}

/** The members and names of the rows of a resource. */
export type MemberRules = { readonly [name: string]: MemberRule | NamesRule };

/**
 * Rows of another resource as members of a row.
 * @example memberOf('role', { label: '角色', en: 'Roles', via: { table: 'user_role', row: 'userId', member: 'roleId' } })
 */
export const memberOf = <const T extends string, const O extends Omit<MemberRule, 'target'>>(
  target: T,
  options: O,
): O & { readonly target: T } => ({ ...options, target });

/**
 * Names that a row holds.
 * @example names('permission', { label: '权限', en: 'Permissions',
 * via: { table: 'role_permission', row: 'roleId', member: 'permission' } })
 */
export const names = <const O extends Omit<NamesRule, 'of'>>(of: NamesRule['of'], options: O): O & NamesRule => ({
  ...options,
  of,
});

interface With<M extends MemberRules> {
  readonly members: M;
}

/** The names of members with a property; the index of all names is left out. */
type MembersWith<M extends MemberRules, P> = keyof {
  [K in keyof M as string extends K ? never : M[K] extends P ? K : never]: K;
} &
  string;

/** The members of a resource's rows that are rows. */
export type MemberName<R> = R extends With<infer M> ? MembersWith<M, { readonly target: string }> : never;

/** The members of a resource's rows that are names. */
export type NamesName<R> = R extends With<infer M> ? MembersWith<M, { readonly of: string }> : never;

/** The resources whose rows are members of a resource's rows. */
export type MemberTarget<R> =
  R extends With<infer M>
    ? {
        [K in MembersWith<M, { readonly target: string }>]: M[K] extends { readonly target: infer T } ? T : never;
      }[MembersWith<M, { readonly target: string }>]
    : never;
