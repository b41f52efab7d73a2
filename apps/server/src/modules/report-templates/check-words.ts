import { documentOf } from '@kangmai/model/documents';
import { hasLooseBrackets, keyOfPlaceholder, type Model, templateParts, placeholdersOf } from '@kangmai/resource';
import { type CallCtx, labelIn } from '../../engine/public.ts';
import type { FieldProblem } from '../../platform/errors.ts';

type Named = ReturnType<typeof placeholdersOf>;

export function wordsOfKind(model: Model, kind: string): Named {
  const document = documentOf(kind);
  return placeholdersOf(document && document.period === undefined ? model.byName(document.of) : undefined);
}

interface Text {
  readonly field: string;
  readonly text: string;
  readonly known: Named;
}

/** What is wrong with a text of a template; unknown placeholders are named beside the known ones. */
export function wordProblems({ caller: { culture } }: CallCtx, { field, text, known }: Text): readonly FieldProblem[] {
  if (hasLooseBrackets(text)) return [{ field, reason: 'report-template.loose-brackets' }];
  const unknown = templateParts(text).flatMap((part) =>
    'name' in part && keyOfPlaceholder(known, part.name) === undefined ? [part.name] : [],
  );
  if (unknown.length === 0) return [];
  const listed = (words: readonly string[]): string => words.join(culture === 'en' ? ', ' : '、');
  const params = {
    words: listed([...new Set(unknown)]),
    known: listed(Object.values(known).map((words) => labelIn(culture, words))),
  };
  return [{ field, reason: 'report-template.unknown-words', params }];
}
