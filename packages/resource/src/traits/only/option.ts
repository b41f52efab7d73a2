export type Asked = string | number | boolean;

/** What rows must meet to be chosen: filters and conditions of the target with their values; all must hold. */
export interface Only {
  readonly [filter: string]: Asked | readonly Asked[];
}

/** The option of a reference that only some rows may be chosen for. */
export interface OnlyOption {
  readonly only?: Only;
}
