/** Rows of a resource by its name. */
export interface Sources {
  readonly source: string;
  readonly ids: readonly number[];
}

/** Of whom or what something is asked, between two instants. */
export interface Asked {
  readonly kind: string;
  readonly subjects: readonly number[];
  readonly from: Date;
  readonly to: Date;
}
