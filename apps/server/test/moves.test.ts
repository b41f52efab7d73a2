import {
  abnormalCase,
  accessAlert,
  clientConsent,
  device,
  deviceCommand,
  model,
  shift,
  sosRecord,
} from '@kangmai/model';
import { type AnyResource, hasOwnCall, Members, type Move, movesBetween, movesOf, statesOf } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';
import { answerAction, answerSave } from '@kangmai/server/engine/crud/conventional';
import type { CallCtx } from '@kangmai/server/engine/crud/call-ctx';
import { makePlan } from '@kangmai/server/engine/crud/plan';
import { moveOf } from '@kangmai/server/engine/public';
import { traits } from '@kangmai/server/engine/traits/index';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';
import { columnOf, onOf, reasonOf, refusedByRules, sentenceOf, inputOf } from './move-words.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;
/** Somebody whom no planted row names. */
let otherUser: number;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  otherUser = await samples.freshUser();
});
afterAll(() => app.close());

const moving = model.resources.filter(({ moves }) => moves !== undefined);
/** A call has a case; shifts that last until the far day have no person, or they would overlap. */
async function ownOf(resource: AnyResource): Promise<Record<string, unknown>> {
  if (resource === sosRecord) return { case: await samples.plantApart(abnormalCase, 'M') };
  return resource === shift ? { person: null } : {};
}

/** A row in a state; stored as it is, whatever led there. Its day is far, or the clock would move it meanwhile. */
async function rowIn(resource: AnyResource, state: string): Promise<number> {
  const id = await samples.plantApart(resource, 'M', await ownOf(resource));
  const later = movesOf(resource)
    .flatMap(([, { clock }]) => (clock ? [`"${columnOf(resource, clock.field)}" = '2099-01-01', `] : []))
    .join('');
  await app.query(
    'Alpha',
    `update "${resource.table}" set ${later}"${columnOf(resource, onOf(resource))}" = $3 where tenant_id = $1 and id = $2`,
    [id, statesOf(resource).wireOf(state)],
  );
  return id;
}

const stateOf = async (resource: AnyResource, id: number): Promise<string> =>
  String(await samples.inTenant(async (ctx) => (await ctx.rows(resource).get(id))[onOf(resource)]));

const send = (verb: string | undefined, path: string, body: object): Promise<Answer<unknown>> =>
  verb === 'PUT' ? admin.put(path, body) : admin.post(path, body);

const byOwnCall = (resource: AnyResource, name: string, body: object): Promise<Answer<unknown>> => {
  const [verb, call] = (resource.actions[name]?.wire ?? '').split(' ');
  return send(verb, `${resource.wire.service}/${call}`, body);
};

function byState(resource: AnyResource, to: string, body: object): Promise<Answer<unknown>> {
  const [verb, call] = (resource.wire.calls.state ?? '').split(' ');
  const field = resource.fields[onOf(resource)];
  if (!field) throw new Error('no state');
  return send(verb, `${resource.wire.service}/${call}`, {
    ...body,
    [jsonKeyOf(onOf(resource), field)]: statesOf(resource).wireOf(to),
  });
}

const bySave = (resource: AnyResource, to: string, body: object): Promise<Answer<unknown>> => {
  const field = resource.fields[onOf(resource)];
  if (!field) throw new Error('no state');
  const state = { [jsonKeyOf(onOf(resource), field)]: statesOf(resource).wireOf(to) };
  return admin.post(`${resource.wire.service}/${resource.wire.calls.save}`, { ...body, ...state });
};

const ofUsers = moving.flatMap((resource) =>
  movesOf(resource)
    .filter(([, { permission }]) => permission !== undefined)
    .map(([name, move]) => ({ title: `${resource.name}.${name}`, resource, name, move })),
);

type Try = (typeof ofUsers)[number] & { readonly by: (id: number) => Promise<Answer<unknown>> };

async function tryFromEveryState({ title, resource, move, by }: Try): Promise<void> {
  for (const from of statesOf(resource).names) {
    const id = await rowIn(resource, from);
    const answer = await by(id);
    const after = await stateOf(resource, id);
    const seen = [from, answer.status, reasonOf(answer), after];
    const refusal = refusedByRules[title];
    if (!move.from.includes(from)) {
      expect(seen).toEqual([from, 400, 'state.not-allowed', from]);
      expect(answer.error?.message).toBe(sentenceOf(resource, from, move.to));
    } else if (refusal === undefined) expect(seen).toEqual([from, 200, undefined, move.to]);
    else expect(seen).toEqual([from, 400, refusal, from]);
  }
}

describe('every move from every state', () => {
  const called = ofUsers.filter(({ move }) => hasOwnCall(move));
  test.each(called)('$title leads from its states alone, by its own call', (one) =>
    tryFromEveryState({
      ...one,
      by: (id) => byOwnCall(one.resource, one.name, { id, ...inputOf(one.move, otherUser) }),
    }),
  );

  test.each(called)('$title is refused to whoever saw an older row', async ({ resource, name, move }) => {
    const id = await rowIn(resource, move.from[0] ?? '');
    const answer = await byOwnCall(resource, name, { id, rowVersion: 0, ...inputOf(move, otherUser) });
    expect([answer.status, answer.error?.reason]).toEqual([409, 'row.changed']);
  });

  async function trySave(resource: AnyResource, from: string, to: string): Promise<void> {
    const [found] = movesBetween(resource, { from, to });
    const id = await rowIn(resource, from);
    const answer = await bySave(resource, to, { id, ...(found && inputOf(found[1], otherUser)) });
    const refusal = found ? refusedByRules[`${resource.name}.${found[0]}`] : 'state.not-allowed';
    expect([from, to, reasonOf(answer)]).toEqual([from, to, refusal]);
    expect(await stateOf(resource, id)).toBe(refusal === undefined ? to : from);
  }

  const saved = moving.filter(({ wire, fields, moves }) => {
    const { readonly, fixed } = fields[moves?.on ?? '']?.options ?? {};
    return wire.calls.save !== undefined && readonly !== true && !fixed;
  });
  test.each(saved)('$name: a save with another state is the move that leads there', async (resource) => {
    const { names } = statesOf(resource);
    for (const from of names) for (const to of names) if (from !== to) await trySave(resource, from, to);
  });

  const byName = moving.flatMap((resource) =>
    movesOf(resource).map(([name, move]) => ({ title: `${resource.name}.${name}`, resource, name, move })),
  );
  test.each(byName)('$title is written by code of a module from its states alone', async ({ resource, name, move }) => {
    const own = moveOf(resource, name as never);
    await asSystem(app, 'Alpha', async (ctx) => {
      for (const from of statesOf(resource).names)
        if (move.from.includes(from)) expect([own.fits(from), own.from(ctx, from)]).toEqual([true, move.to]);
        else expect(() => own.from(ctx, from)).toThrow('state.not-allowed');
    });
    const waiting = await app.query(
      'Alpha',
      `select 1 from "${resource.table}" r where tenant_id = $1 and ${own.waits('r')}`,
    );
    expect(Array.isArray(waiting)).toBe(true);
  });

  const withCall = moving.filter(({ wire }) => wire.calls.state !== undefined);
  test.each(withCall)('$name: the call for a state finds the move that leads there', async (resource) => {
    // Moves without a permission are the product's own.
    const steps = movesOf(resource).flatMap(([, move]) => (move.permission === undefined ? [] : [move]));
    for (const from of statesOf(resource).names)
      for (const to of statesOf(resource).names) {
        const id = await rowIn(resource, from);
        const fitting = steps.find((move) => move.from.includes(from) && move.to === to);
        const answer = await byState(resource, to, {
          id,
          ...inputOf(steps[0] ?? { from: [], to, label: '', en: '' }, otherUser),
        });
        const isRefused = answer.error?.reason === 'state.not-allowed';
        expect([from, to, isRefused]).toEqual([from, to, from !== to && fitting === undefined]);
        if (answer.status !== 200) expect(await stateOf(resource, id)).toBe(from);
        else expect(await stateOf(resource, id)).toBe(to);
      }
  });

  test('without what the move asks for the call for a state is refused at the field', async () => {
    const id = await rowIn(device, 'inStock');
    const answer = await byState(device, 'inRepair', { id });
    expect(answer.status).toBe(400);
    expect(answer.error?.validationErrors?.[0]?.members).toEqual(['reason']);
  });
});

describe('two at once', () => {
  test('one wins; whoever saw an older row is told who changed it and when', async () => {
    const id = await rowIn(deviceCommand, 'queued');
    const [seen] = await app.query<{ version: number }>(
      'Alpha',
      'select row_version as version from device_command where tenant_id = $1 and id = $2',
      [id],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => byOwnCall(deviceCommand, 'cancel', { id, rowVersion: seen?.version })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error?.reason}`))).toEqual(
      new Set(['409 row.changed']),
    );
    expect(refused[0]?.error?.message ?? '').toMatch(/\d{4}-\d\d-\d\d/);
    const [history] = await app.query<{ count: number }>(
      'Alpha',
      "select count(*) as count from entity_change where tenant_id = $1 and resource = 'deviceCommand' and row_id = $2 and kind = 'updated'",
      [id],
    );
    expect(Number(history?.count)).toBe(1);
  });
});

describe('who may make a move', () => {
  const settle = movesOf(accessAlert)[0]?.[1];
  const variant = (more: Partial<Move>): AnyResource => ({
    ...accessAlert,
    moves: { on: 'state', settle: { ...(settle as Move), ...more } },
  });
  const served = (resource: AnyResource) => ({ plan: makePlan(resource, model), code: undefined, traits });
  const settleAs = (resource: AnyResource, ctx: CallCtx, id: number): Promise<unknown> =>
    answerAction(served(resource), ctx, { name: 'settle', body: Members.of({ id, note: '已核实' }) });

  const tryAs = async (resource: AnyResource, mayBeOwn: boolean): Promise<unknown> => {
    const id = await rowIn(accessAlert, 'open');
    return asSystem(app, 'Alpha', async (ctx) => {
      const { user } = await ctx.rows(accessAlert).get(id);
      const userId = mayBeOwn ? Number(user) : Number(user) + 1;
      return settleAs(resource, { ...ctx, caller: { ...ctx.caller, userId } }, id).then(
        () => 'made',
        (error: { readonly reason: string }) => error.reason,
      );
    });
  };

  test('a second pair of eyes: not the person that the row names', async () => {
    expect(await tryAs(variant({ notBy: ['user'] }), true)).toBe('state.second-person');
    expect(await tryAs(variant({ by: ['user'] }), false)).toBe('state.other-person');
    expect(await tryAs(variant({ by: ['user'] }), true)).toBe('made');
  });

  test('a save that carries another state makes the move, with its input and its checks', async () => {
    const lifecycle = { ...device.fields.lifecycle, options: { ...device.fields.lifecycle.options, fixed: false } };
    const open = { ...device, fields: { ...device.fields, lifecycle } } as AnyResource;
    const id = await rowIn(device, 'inStock');
    const save = (body: Record<string, string | number>): Promise<unknown> =>
      asSystem(app, 'Alpha', (ctx) =>
        answerSave(served(open), { ...ctx, can: () => true }, Members.of({ id, ...body })).then(
          () => 'saved',
          (error: { readonly reason: string; readonly fields?: readonly { readonly reason: string }[] }) =>
            error.fields?.[0]?.reason ?? error.reason,
        ),
      );
    expect(await save({ lifecycle: 7, reason: '丢了' })).toBe('state.not-allowed');
    expect(await save({ lifecycle: 5 })).toBe('field.required');
    expect(await stateOf(device, id)).toBe('inStock');
    expect(await save({ lifecycle: 5, reason: '屏幕' })).toBe('saved');
    expect(await stateOf(device, id)).toBe('inRepair');
  });
});

describe('tabs by state', () => {
  test('count the rows of each state by the other filters, in sight of the caller alone', async () => {
    const counted = async (
      who: Client,
      query: Record<string, string | number> = {},
    ): Promise<Record<string, number>> => {
      const { result } = await who.get<{ items: { state: string; count: number }[] }>(
        'ClientConsent/GetStateCounts',
        query,
      );
      return Object.fromEntries(result.items.map(({ state, count }) => [state, count]));
    };
    const before = await counted(admin);
    await rowIn(clientConsent, 'valid');
    await rowIn(clientConsent, 'withdrawn');
    await rowIn(clientConsent, 'withdrawn');
    const after = await counted(admin);
    expect(after).toEqual({
      ...before,
      valid: (before['valid'] ?? 0) + 1,
      withdrawn: (before['withdrawn'] ?? 0) + 2,
    });
    expect(await counted(admin, { StateFilter: 'valid' })).toEqual(after);
    expect(await counted(admin, { Filter: '没有这样的客户' })).toEqual({
      valid: 0,
      withdrawn: 0,
      expired: 0,
      replaced: 0,
    });
    expect(await counted(await app.as('admin', 'Beta'))).toEqual({ valid: 0, withdrawn: 0, expired: 0, replaced: 0 });
    expect((await app.visitor('Alpha').get('ClientConsent/GetStateCounts')).status).toBe(401);
  });
});
