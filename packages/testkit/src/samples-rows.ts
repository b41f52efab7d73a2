import type { AnyResource } from '@kangmai/resource';
import { jsonName, type WireRow } from '@kangmai/resource/wire';
import type { Answer, Client } from './client.ts';
import { samplePath } from './places.ts';
import type { Body, Samples } from './samples.ts';

/** A row as it was saved over the wire. */
export interface SavedRow {
  readonly id: number;
  readonly body: Body;
}

type PlainRow = Readonly<Record<string, unknown>>;

/** The list call of a resource. */
export const listPath = (resource: AnyResource): string =>
  `${resource.wire.service}/${resource.wire.calls.list ?? resource.wire.calls.paged ?? 'GetAll'}`;

/** Calls on the rows of one resource, as a client makes them. */
export class WireRows {
  readonly resource: AnyResource;
  private readonly client: Client;
  private readonly samples: Samples;

  constructor(resource: AnyResource, client: Client, samples: Samples) {
    this.resource = resource;
    this.client = client;
    this.samples = samples;
  }

  save(body: Body): Promise<Answer<unknown>> {
    const { service, calls } = this.resource.wire;
    return this.client.post(`${service}/${calls.save ?? 'CreateOrEdit'}`, body);
  }

  /** Saves a new row with every writable field filled. */
  async create(more: Body = {}): Promise<SavedRow> {
    const body = { ...(await this.samples.body(this.resource, { all: true })), ...more };
    const answer = await this.save(body);
    if (answer.status !== 200)
      throw new Error(
        `the sample of ${this.resource.name} cannot be saved: ${answer.text}\nGive it values that its rules take in ${samplePath}.`,
      );
    const id = typeof answer.result === 'number' ? answer.result : (answer.result as { id: number }).id;
    return { id, body };
  }

  list(
    query: Readonly<Record<string, string | number>>,
  ): Promise<
    Answer<{ readonly totalCount: number; readonly totalCountCapped?: true; readonly items: readonly WireRow[] }>
  > {
    return this.client.get(listPath(this.resource), query);
  }

  /** Ids of the rows in a list, in its order. */
  async ids(query: Readonly<Record<string, string | number>>): Promise<readonly number[]> {
    const answer = await this.list({ MaxResultCount: 100, ...query });
    if (answer.status !== 200) throw new Error(`${this.resource.name} ${JSON.stringify(query)}: ${answer.text}`);
    return answer.result.items.map((item) => Number(this.unwrap(item)['id']));
  }

  edit(id: number): Promise<Answer<WireRow>> {
    return this.client.get(`${this.resource.wire.service}/${this.resource.wire.calls.edit ?? ''}`, { Id: id });
  }

  remove(id: number): Promise<Answer<unknown>> {
    return this.client.delete(`${this.resource.wire.service}/${this.resource.wire.calls.remove ?? ''}`, { Id: id });
  }

  /** The row inside its wrapper, or itself where the call returns flat rows. */
  unwrap(item: WireRow): WireRow {
    return (item[jsonName(this.resource.wire.entity)] as WireRow | undefined) ?? item;
  }

  /** The stored row, by domain names, decrypted. */
  async stored(id: number): Promise<PlainRow> {
    return this.samples.inTenant((ctx) => ctx.rows(this.resource).get(id));
  }
}
