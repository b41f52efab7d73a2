import { documentOf } from '@kangmai/model/documents';
import { commonWords, hasLooseBrackets, type Model, shownFields, wordParts } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';
import type { FieldProblem } from '../../platform/errors.ts';

/** The placeholders of a kind: those of every document, and the fields of the row that it is made of. */
export function wordsOfKind(model: Model, kind: string): readonly string[] {
  const document = documentOf(kind);
  if (!document || document.month !== undefined) return commonWords;
  const fields = Object.entries(shownFields(model.byName(document.of)));
  return [...commonWords, ...fields.map(([name, field]) => jsonKeyOf(name, field))];
}

/** What is wrong with a text of a template; unknown placeholders are named. */
export function wordProblems(field: string, text: string, known: readonly string[]): readonly FieldProblem[] {
  if (hasLooseBrackets(text)) return [{ field, reason: 'report-template.loose-brackets' }];
  const unknown = wordParts(text).flatMap((part) => ('name' in part && !known.includes(part.name) ? [part.name] : []));
  if (unknown.length === 0) return [];
  return [{ field, reason: 'report-template.unknown-words', params: { words: [...new Set(unknown)].join('、') } }];
}
