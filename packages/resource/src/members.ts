/** An object with the members of a request. */
export interface Given {
  readonly [name: string]: unknown;
}

/** Parameters without the prefix `input.` and without indexes; the values of repeated names become one array. */
function plainNames(query: Given): Given {
  const named = new Map<string, { readonly name: string; readonly values: unknown[] }>();
  for (const [key, value] of Object.entries(query)) {
    const name = key.replace(/^input\./i, '').replace(/\[\d*\]$/, '');
    const known = named.get(name.toLowerCase());
    if (known) known.values.push(...(Array.isArray(value) ? (value as unknown[]) : [value]));
    else named.set(name.toLowerCase(), { name, values: [value] });
  }
  return Object.fromEntries(
    [...named.values()].map(({ name, values }) => [name, values.length === 1 ? values[0] : values.flat()]),
  );
}

/**
 * The members of a query or a body, read by name in any letter case, the exact spelling first. The edge makes them
 * once for a request.
 * @example Members.of({ to_time: 1 }).get('TO_TIME')
 */
export class Members {
  /** The members as they were spelled. */
  readonly all: Given;
  private byLowerCase: ReadonlyMap<string, unknown> | undefined;

  private constructor(all: Given) {
    this.all = all;
  }

  /** The members of a body or of a part of it. */
  static of(all: Given): Members {
    return new Members(all);
  }

  /** The parameters of an address or a stored list query: `input.ids[0]=1&input.ids[1]=2` is `ids: ['1', '2']`. */
  static ofQuery(all: Given): Members {
    return new Members(plainNames(all));
  }

  /** The value of a member; undefined when it is absent. */
  get(name: string): unknown {
    if (Object.hasOwn(this.all, name)) return this.all[name];
    // The first of several spellings is set last, and stays.
    this.byLowerCase ??= new Map(
      Object.entries(this.all)
        .toReversed()
        .map(([spelled, value]) => [spelled.toLowerCase(), value]),
    );
    return this.byLowerCase.get(name.toLowerCase());
  }

  /** These members with others, which replace those of the same name in any letter case. */
  with(more: Given): Members {
    const names = Object.keys(more);
    return names.length === 0 ? this : new Members({ ...this.without(...names).all, ...more });
  }

  without(...names: readonly string[]): Members {
    const left = new Set(names.map((name) => name.toLowerCase()));
    return new Members(Object.fromEntries(Object.entries(this.all).filter(([name]) => !left.has(name.toLowerCase()))));
  }

  /** Stored work keeps the members as they were spelled. */
  toJSON(): Given {
    return this.all;
  }
}
