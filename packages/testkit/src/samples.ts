import { model } from '@kangmai/model';
import { dictionaries } from '@kangmai/model/reference';
import {
  dictOf,
  kindOf,
  naturalKeyOf,
  sampleBody,
  targetOf,
  type AnyField,
  type AnyResource,
  type Json,
  type SampleSources,
} from '@kangmai/resource';
import { systemCaller } from '@kangmai/server/access/caller';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { withRepositories, type CallCtx } from '@kangmai/server/engine/crud/call-ctx';
import { loadRegions } from '@kangmai/server/engine/codes/regions';
import { provisionUsers } from '@kangmai/server/modules/identity/provision';
import type { SampledApp, TenancyName } from './app.ts';
import { samplePath } from './places.ts';
import { completions, lately } from './samples-complete.ts';

type Draft = Record<string, unknown>;
export type Body = Record<string, Json>;

const utc = (text: string): Date => new Date(`${text}Z`);

/** The first code of a dictionary that every tenant has. */
export function firstCode(typeCode: string): string {
  const found = dictionaries.rows.find((type) => type.typeCode === typeCode)?.entries[0]?.code;
  if (found === undefined) throw new Error(`no dictionary is called ${typeCode}`);
  return found;
}

/** Text of a planted row's field, recognisable wherever it appears. */
const planted = (field: AnyField, word: string): string | undefined =>
  kindOf(field).check(word, field, { toInstant: utc }).ok ? word : undefined;

function plainValue(
  resource: AnyResource,
  field: AnyField,
  input: { readonly seed: number; readonly word: string },
): unknown {
  if (field.kind === 'dict') return firstCode(dictOf(field));
  if (field.kind === 'dicts') return [firstCode(dictOf(field))];
  const shown =
    (field.kind === 'text' ? planted(field, input.word) : undefined) ?? kindOf(field).sample(input.seed, field);
  if (field.kind === 'secret') return `S${input.word}`;
  const checked = kindOf(field).check(shown, field, { toInstant: utc });
  if (!checked.ok)
    throw new Error(
      `${resource.name}: the sample of ${field.options.label} is refused (${checked.reason}). Give it one in ${samplePath}.`,
    );
  return checked.value;
}

/**
 * Rows of every resource for one tenant: inserted into the tables, or bodies for saving over the wire. Ids and words
 * are the same in every run.
 */
export class Samples {
  readonly app: SampledApp;
  readonly tenantId: number;
  private readonly kept = new Map<string, Promise<number>>();
  private seed: number;

  private constructor(app: SampledApp, tenantId: number) {
    this.app = app;
    this.tenantId = tenantId;
    this.seed = tenantId * 100_000;
  }

  /** Samples for a tenant of an application; loads the list of regions. */
  static async of(app: SampledApp, tenancyName: TenancyName): Promise<Samples> {
    await app.server.services.database.platform(loadRegions);
    return new Samples(app, app.tenants[tenancyName]);
  }

  nextSeed(): number {
    this.seed += 1;
    return this.seed;
  }

  /** The id of a row of the resource, planted on first use. For users, existing ones are used. */
  idOf(name: string): Promise<number> {
    const known = this.kept.get(name);
    if (known) return known;
    const made =
      name === 'user'
        ? this.inTenant(
            async ({ tx }) =>
              (
                await tx.one<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'admin'", [
                  this.tenantId,
                ])
              )?.id ?? 0,
          )
        : this.plant(model.byName(name), `P${this.tenantId}N`);
    this.kept.set(name, made);
    return made;
  }

  /** A user whom no row names yet, and who cannot sign in. */
  freshUser(role = 'Admin'): Promise<number> {
    const userName = `only${this.nextSeed()}`;
    const user = { userName, name: userName, emailAddress: `${userName}@example.com`, role, passwordHash: '' };
    return this.inTenant(async ({ tx }) => {
      await provisionUsers(tx, [user]);
      const found = 'select id from app_user where tenant_id = $1 and user_name = $2';
      return (await tx.one<{ id: number }>(found, [this.tenantId, userName]))?.id ?? 0;
    });
  }

  /** The value by which other rows name a row: its id or a natural key. */
  async keyOf(name: string, by: string): Promise<Json> {
    const id = await this.idOf(name);
    if (by === 'id') return id;
    const row = await this.inTenant((ctx) => ctx.rows(model.byName(name)).get(id));
    return row[by] as Json;
  }

  readonly sources: SampleSources = {
    ref: (target, by) => this.keyOf(target, by),
    dict: async (typeCode) => firstCode(typeCode),
  };

  /** Runs work inside the tenant with sight of everything. */
  inTenant<T>(work: (ctx: CallCtx) => Promise<T>): Promise<T> {
    const { surroundings, app } = this.app.server;
    return inTenant(surroundings, { caller: systemCaller(this.tenantId, 'Asia/Shanghai') }, (ctx) =>
      work(withRepositories(ctx, app.planOf)),
    );
  }

  /** Inserts a row with every field filled, without hooks; its texts begin with the word. */
  async plant(resource: AnyResource, word: string, more: Draft = {}): Promise<number> {
    const seed = this.nextSeed();
    const draft: Draft = {};
    const known = completions[resource.name]?.planted?.(seed) ?? {};
    for (const [name, field] of Object.entries(resource.fields)) {
      if (name in known) continue;
      const value = await this.valueOf(resource, field, { seed, word: `${word}${seed}` });
      if (value !== undefined) draft[name] = value;
    }
    if (resource.storage === 'readings') Object.assign(draft, { measuredAt: new Date(lately(seed)), supersedes: null });
    const given = { ...draft, ...known, ...more };
    const complete = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const row = await this.inTenant((ctx) => ctx.rows(resource).insert(complete));
    return row.id;
  }

  /** Plants a row with references of its own, so that it breaks no rule about one row per person or device. */
  async plantApart(resource: AnyResource, word: string, more: Draft = {}): Promise<number> {
    const own: Draft = {};
    for (const [name, field] of Object.entries(resource.fields)) {
      const target = field.kind === 'ref' ? targetOf(field) : '';
      if (target === 'client' || target === 'device')
        own[name] = target === resource.name ? null : await this.plant(model.byName(target), word);
    }
    return this.plant(resource, word, { ...own, ...more });
  }

  /** A valid body for saving over the wire. */
  async body(resource: AnyResource, options: { readonly all?: boolean; readonly seed?: number } = {}): Promise<Body> {
    const seed = options.seed ?? this.nextSeed();
    const body = await sampleBody(resource, { seed, sources: this.sources, all: options.all ?? false });
    const completed = { ...body, ...(await completions[resource.name]?.body?.(seed, this)) };
    return Object.fromEntries(
      Object.entries(completed).flatMap(([key, value]): [string, Json][] =>
        value === undefined ? [] : [[key, value]],
      ),
    );
  }

  private async valueOf(
    resource: AnyResource,
    field: AnyField,
    input: { readonly seed: number; readonly word: string },
  ): Promise<unknown> {
    if (field.kind === 'age' || field.kind === 'file') return undefined;
    if (field.kind === 'ref' || field.kind === 'refs') return this.referenceOf(resource, field);
    return plainValue(resource, field, input);
  }

  private onlyOne(target: string): Promise<number> {
    return target === 'user' ? this.freshUser() : this.plant(model.byName(target), 'only');
  }

  private async referenceOf(resource: AnyResource, field: AnyField): Promise<unknown> {
    const target = targetOf(field);
    if (target === resource.name) return undefined;
    const id = await (field.options.unique ? this.onlyOne(target) : this.idOf(target));
    return field.kind === 'refs' ? [id] : id;
  }
}

/** Writable references of a resource, with the key they travel by. */
export function writableRefs(
  resource: AnyResource,
): readonly { readonly name: string; readonly field: AnyField; readonly target: string; readonly by: string }[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => (field.kind === 'ref' || field.kind === 'refs') && !field.options.readonly)
    .map(([name, field]) => ({ name, field, target: targetOf(field), by: naturalKeyOf(field) ?? 'id' }));
}
