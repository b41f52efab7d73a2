import { gzhPlaceholders, gzhTemplate } from '@kangmai/model';
import { type Draft, hasLooseBrackets, keyOfPlaceholder, templateParts } from '@kangmai/resource';
import { asSaved, implement, labelIn, type CallCtx } from '../../../engine/public.ts';
import { type FieldProblem, invalid, requireSound } from '../../../platform/errors.ts';

type Template = Draft<typeof gzhTemplate>;
type Words = (typeof gzhPlaceholders)[keyof typeof gzhPlaceholders];

const listed = ({ caller: { culture } }: CallCtx, words: readonly string[]): string =>
  words.join(culture === 'en' ? ', ' : '、');

/** What is wrong with the value of a keyword; unknown placeholders are named beside the known ones. */
function valueProblems(
  ctx: CallCtx,
  { field, text, known }: { readonly field: string; readonly text: string; readonly known: Words },
): readonly FieldProblem[] {
  if (hasLooseBrackets(text)) return [{ field, reason: 'gzh.loose-brackets' }];
  const unknown = templateParts(text).flatMap((part) =>
    'name' in part && keyOfPlaceholder(known, part.name) === undefined ? [part.name] : [],
  );
  if (unknown.length === 0) return [];
  const names = Object.values(known).map((words) => labelIn(ctx.caller.culture, words));
  return [{ field, reason: 'gzh.unknown-words', params: { words: listed(ctx, unknown), known: listed(ctx, names) } }];
}

function wordsProblems(ctx: CallCtx, { event, words }: Template): readonly FieldProblem[] {
  const rows = words ?? [];
  const known = gzhPlaceholders[event ?? 'alarm'];
  return rows.flatMap(({ keyword, value }, at) => {
    const isKeyword = /^[A-Za-z]\w{0,31}$/.test(keyword ?? '');
    const isTwice = rows.findIndex((row) => row.keyword === keyword) < at;
    return [
      ...(isKeyword ? [] : [{ field: `words[${at}].keyword`, reason: 'gzh.bad-keyword' }]),
      ...(isTwice
        ? [{ field: `words[${at}].keyword`, reason: 'gzh.keyword-twice', params: { keyword: keyword ?? '' } }]
        : []),
      ...valueProblems(ctx, { field: `words[${at}].value`, text: value ?? '', known }),
    ];
  });
}

/** One template at a time becomes that of its event. */
async function lockTemplates({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('official account templates', $1))", [tenantId]);
}

async function requireOnly(ctx: CallCtx, { event }: Template, id: number | undefined): Promise<void> {
  const enabled = await ctx.repo(gzhTemplate).list({ where: { event: event ?? 'alarm', isEnabled: true }, take: 2 });
  if (enabled.some((other) => other.id !== id)) throw invalid('isEnabled', 'gzh.other-template');
}

/** Templates name placeholders of their event alone; one of an event is enabled. */
export const gzhTemplateCode = implement(gzhTemplate, {
  lockFirst: (ctx) => lockTemplates(ctx),
  async beforeSave(ctx, draft, current) {
    if (!current) await lockTemplates(ctx);
    const saved = asSaved<Template>(draft, current);
    const isId = /^[\w-]{10,64}$/.test(saved.templateId ?? '');
    requireSound([
      ...(isId ? [] : [{ field: 'templateId', reason: 'gzh.bad-template-id' }]),
      ...wordsProblems(ctx, saved),
    ]);
    if (saved.isEnabled !== false) await requireOnly(ctx, saved, current?.id);
  },
});
