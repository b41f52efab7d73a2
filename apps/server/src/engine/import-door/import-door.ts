/** A service that imports rows of several resources under the names of its kinds. */
export interface ImportDoor {
  readonly service: string;
  readonly title: string;
  readonly permission: string;
  /** Resources of each kind by name; a kind without any is refused in words. */
  readonly kinds: Readonly<
    Record<string, { readonly label: string; readonly en: string; readonly of: readonly string[] }>
  >;
}
