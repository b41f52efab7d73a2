import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { api } from '../../lib/api/api.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import { isWhole, type DraftGroup } from './rule-draft.ts';
import { T } from './tag-texts.ts';
import css from './rule-builder.module.css';

interface Found {
  readonly count: number;
  readonly unknownCount: number;
  readonly clients: readonly { readonly id: number; readonly name: string }[];
}

function sentenceOf({ count, unknownCount, clients }: Found): string {
  const names = clients.slice(0, 5).map(({ name }) => name);
  return [
    T('matches', { n: count }) + (names.length > 0 ? `：${names.join('、')}${count > names.length ? '……' : ''}` : ''),
    ...(unknownCount > 0 ? [T('unknown', { n: unknownCount })] : []),
  ].join('；');
}

export function Matches({ draft }: { readonly draft: DraftGroup }) {
  const asked = useDeferredValue(JSON.stringify(draft));
  const rule = JSON.parse(asked) as DraftGroup;
  const isReady = isWhole(draft) && isWhole(rule);
  const { data, error, isFetching } = useQuery({
    queryKey: ['tags', 'preview', asked],
    queryFn: () => api.post<Found>('TagLibrary/Preview', { rule }),
    enabled: isReady,
    retry: false,
  });
  if (!isReady) return <p className={css['hint']}>{T('open')}</p>;
  if (error) return <p role="alert">{failureSentence(error)}</p>;
  return <output className={css['found']}>{isFetching || !data ? T('counting') : sentenceOf(data)}</output>;
}
