import { invalid } from '../../platform/errors.ts';

export function acrossOrder(
  sorting: string | undefined,
  usual: 'measured' | 'received',
): { readonly order: 'measured' | 'received'; readonly descending: boolean } {
  if (sorting === undefined || sorting === 'null' || sorting === 'undefined') return { order: usual, descending: true };
  const match = /^(?:\w+\.)?(measure_time|receive_time)(?:\s+(asc|desc|ascending|descending|ascend|descend))?$/i.exec(
    sorting.trim(),
  );
  if (!match?.[1]) throw invalid('sorting', 'list.unknown-sort');
  return {
    order: match[1].toLowerCase() === 'measure_time' ? 'measured' : 'received',
    descending: /^desc/i.test(match[2] ?? ''),
  };
}
