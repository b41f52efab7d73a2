import { documentOf } from '@kangmai/model/documents';
import { hasLooseBrackets, keyOfPlaceholder, type Model, templateParts, placeholdersOf } from '@kangmai/resource';
import type { FieldProblem } from '../../platform/errors.ts';

type Named = ReturnType<typeof placeholdersOf>;

export function wordsOfKind(model: Model, kind: string): Named {
  const document = documentOf(kind);
  return placeholdersOf(document && document.month === undefined ? model.byName(document.of) : undefined);
}

/** What is wrong with a text of a template; unknown placeholders are named beside the known ones. */
export function wordProblems(field: string, text: string, known: Named): readonly FieldProblem[] {
  if (hasLooseBrackets(text)) return [{ field, reason: 'report-template.loose-brackets' }];
  const unknown = templateParts(text).flatMap((part) =>
    'name' in part && keyOfPlaceholder(known, part.name) === undefined ? [part.name] : [],
  );
  if (unknown.length === 0) return [];
  const params = {
    words: [...new Set(unknown)].join('、'),
    known: Object.values(known)
      .map(({ label }) => label)
      .join('、'),
    knownEn: Object.values(known)
      .map(({ en }) => en)
      .join(', '),
  };
  return [{ field, reason: 'report-template.unknown-words', params }];
}
