import { type FactRule, type Facts, meetsRule } from '@kangmai/domain';
import { client, clientTag, tag } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { factsOf, ofPersons } from './facts.ts';
import { noteGroups } from './groups.ts';
import { addAutomatic, addTags, heldBy, type NewLink, removeLinks } from './links.ts';

const together = 1000;

interface Asking {
  readonly rule: FactRule;
  readonly isWhole: boolean;
}

async function nextIds(ctx: CallCtx, after: number, isWhole: boolean): Promise<readonly number[]> {
  const people = ctx.from(client, 'c');
  const rows = await ctx.all(
    (isWhole ? people.beyondSight(ofPersons) : people)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(together)
      .select('c.id'),
  );
  return rows.map(({ id }) => id);
}

interface Matches {
  readonly met: readonly number[];
  readonly open: readonly number[];
}

function matchesIn(rule: FactRule, people: ReadonlyMap<number, Facts>, now: number): Matches {
  const [met, open]: [number[], number[]] = [[], []];
  for (const [id, facts] of people) {
    const answer = meetsRule(rule, facts, now);
    if (answer === true) met.push(id);
    else if (answer === undefined) open.push(id);
  }
  return { met, open };
}

export async function matchesOf(ctx: CallCtx, { rule, isWhole }: Asking): Promise<Matches> {
  const [met, open]: [number[], number[]] = [[], []];
  let ids = await nextIds(ctx, 0, isWhole);
  while (ids.length > 0) {
    const found = matchesIn(rule, await factsOf(ctx, ids), ctx.now().getTime());
    met.push(...found.met);
    open.push(...found.open);
    ids = ids.length < together ? [] : await nextIds(ctx, ids.at(-1) ?? 0, isWhole);
  }
  return { met, open };
}

type Tag = Row<typeof tag>;
type RuledTag = Pick<Tag, 'id' | 'code' | 'rule'>;

interface Changed {
  readonly added: number;
  readonly removed: number;
}

/** Tags those of some persons who meet rules, and takes tags from those who no longer do; their facts are read once. */
async function recalculateAmong(ctx: CallCtx, tags: readonly RuledTag[], ids: readonly number[]): Promise<Changed> {
  const [people, held] = await Promise.all([factsOf(ctx, ids), heldBy(ctx, ids)]);
  const now = ctx.now().getTime();
  const byTag = groupBy(held, ({ tag: tagId }) => tagId);
  const [added, gone]: [NewLink[], number[]] = [[], []];
  for (const ruled of tags) {
    const { met, open } = matchesIn(ruled.rule as unknown as FactRule, people, now);
    const own = byTag.get(ruled.id) ?? [];
    const [known, kept] = [new Set(own.map((one) => one.client)), new Set([...met, ...open])];
    const fresh = met.filter((one) => !known.has(one));
    const ended = own.filter((one) => one.mode === 'auto' && !kept.has(one.client));
    added.push(...fresh.map((person) => ({ tag: ruled.id, client: person })));
    gone.push(...ended.map((one) => one.id));
    noteGroups(ctx, [ruled], [...fresh, ...ended.map((one) => one.client)]);
  }
  await addAutomatic(ctx, added);
  await removeLinks(ctx, gone);
  return { added: added.length, removed: gone.length };
}

export async function recalculate(ctx: CallCtx, tags: readonly RuledTag[]): Promise<Changed> {
  let [added, removed] = [0, 0];
  for (let ids = await nextIds(ctx, 0, true); ids.length > 0; ids = await nextIds(ctx, ids.at(-1) ?? 0, true)) {
    const changed = await recalculateAmong(ctx, tags, ids);
    added += changed.added;
    removed += changed.removed;
  }
  return { added, removed };
}

const automatic = (ctx: CallCtx): Promise<readonly Tag[]> =>
  ctx.repo(tag).list({ where: { tagMode: 'auto', isActive: true }, take: 500 });

async function recalculatePerson(ctx: CallCtx, clientId: number): Promise<void> {
  const tags = await automatic(ctx);
  const facts = tags.length > 0 ? (await factsOf(ctx, [clientId])).get(clientId) : undefined;
  if (!facts) return;
  const held = await ctx.repo(clientTag).list({ where: { client: clientId }, take: 500 });
  for (const each of tags) {
    const answer = meetsRule(each.rule as unknown as FactRule, facts, ctx.now().getTime());
    const own = held.find((one) => one.tag === each.id);
    if (answer === true && !own) await addTags(ctx, [{ tag: each.id, client: clientId, mode: 'auto', endsOn: null }]);
    else if (answer === false && own?.mode === 'auto') await ctx.repo(clientTag).remove(own.id);
    else continue;
    noteGroups(ctx, [each], [clientId]);
  }
}

export const tagTopics = { tag: 'tags.rule-changed', client: 'tags.file-changed' } as const;

interface RulePart {
  readonly tagId: number;
  /** The last person who was asked. */
  readonly after: number;
}

/** Asks the next persons, and leaves the others to an event of their own, so that no transaction is long. */
async function followRule(ctx: CallCtx, { tagId, after }: RulePart): Promise<void> {
  const ruled = await ctx.repo(tag).find(tagId);
  if (ruled?.tagMode !== 'auto' || !ruled.isActive) return;
  const ids = await nextIds(ctx, after, true);
  if (ids.length === 0) return;
  await recalculateAmong(ctx, [ruled], ids);
  if (ids.length === together) ctx.emit(tagTopics.tag, { tagId, after: ids.at(-1) ?? 0 }, 'last');
}

export const followTags = {
  [tagTopics.tag]: async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    for (const part of payloads as readonly RulePart[]) await followRule(ctx, part);
  },
  [tagTopics.client]: async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    const ids = new Set((payloads as readonly { readonly clientId: number }[]).map(({ clientId }) => clientId));
    for (const id of ids) await recalculatePerson(ctx, id);
  },
};

export async function refreshTags(ctx: CallCtx): Promise<void> {
  const ended = await ctx.all(
    ctx
      .from(clientTag, 'h')
      .beyondSight(ofPersons)
      .innerJoin(ctx.from(tag, 't').joined, 't.id', 'h.tag')
      .where('h.endsOn', '<', ctx.today())
      .select(['h.id', 'h.client', 't.code']),
  );
  for (const one of ended) noteGroups(ctx, [one], [one.client]);
  await removeLinks(
    ctx,
    ended.map((one) => one.id),
  );
  const tags = await automatic(ctx);
  if (tags.length > 0) await recalculate(ctx, tags);
}
