import { checkFactRule, type FactRule, factRuleText } from '@kangmai/domain';
import { dictionaryEntry, dictionaryType, tag } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import { asSaved, type CallCtx, implement } from '../../engine/public.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { isGroup } from './groups.ts';
import { removeTag } from './links.ts';
import { tagTopics } from './matches.ts';

export function requireRule(rule: unknown): asserts rule is FactRule {
  const [problem] = checkFactRule(rule);
  if (problem) throw invalid('rule', `tag.rule-${problem.fault}`, { at: problem.at });
}

const dictionaries = ['gender', 'crowd_group', 'living_state'];

async function ruleWords(ctx: CallCtx, rule: FactRule): Promise<string> {
  const entries = await ctx.all(
    ctx
      .from(dictionaryEntry, 'e')
      .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
      .where('t.typeCode', 'in', dictionaries)
      .select(['t.typeCode', 'e.code', 'e.name']),
  );
  const names = new Map(entries.map((entry) => [`${entry.typeCode} ${entry.code}`, entry.name]));
  const nameOf = (dictionary: string, code: string): string => names.get(`${dictionary} ${code}`) ?? code;
  return factRuleText(rule, { isEnglish: false, nameOf }).slice(0, 2000);
}

type TagDraft = Draft<typeof tag>;

export const tagCode = implement(tag, {
  async beforeSave(ctx, draft, current) {
    if (current && isGroup(current) && draft.isActive === false) throw invalid('isActive', 'tag.of-group');
    const { tagMode, rule } = asSaved<TagDraft>(draft, current);
    if (tagMode !== 'auto') {
      if (rule !== null && rule !== undefined) draft.rule = null;
      draft.ruleText = null;
      return;
    }
    if (draft.rule === undefined && current?.tagMode === 'auto') return;
    requireRule(rule);
    draft.ruleText = await ruleWords(ctx, rule);
  },
  beforeDelete: (ctx, row) => {
    if (isGroup(row)) throw conflict('tag.of-group');
    return removeTag(ctx, row.id);
  },
  afterSave(ctx, row) {
    if (row.tagMode === 'auto' && row.isActive) ctx.emit(tagTopics.tag, { tagId: row.id, after: 0 }, 'last');
  },
});
