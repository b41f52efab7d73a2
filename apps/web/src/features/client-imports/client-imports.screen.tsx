import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination, Select } from 'antd';
import { useNavigate } from 'react-router';

import { failureSentence } from '../../lib/failure-words.ts';
import { screenPath } from '../../lib/screen-path.ts';
import {
  clientImportsOfPage,
  clientImportStates,
  listClientImports,
  type ClientImportQuery,
} from '../../resource-client/client-imports.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './client-import-texts.ts';
import css from './client-imports.module.css';
import { ImportTable } from './import-lines.tsx';
import { kindOptions, openKinds } from './kinds.ts';
import { numberIn, useSearch } from '../../lib/use-search.ts';

const lookAgainMs = 2000;

const useClientImports = (query: ClientImportQuery) =>
  useQuery({
    queryKey: ['imports', 'clients', query],
    queryFn: ({ signal }) => listClientImports(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(({ isRunning }) => isRunning) ? lookAgainMs : false),
  });

interface FilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
}

const Filter = ({ label, any, value, options, onChange }: FilterProps) => (
  <Select
    aria-label={label}
    allowClear
    className={css['filter'] ?? ''}
    placeholder={any}
    value={value}
    options={[...options]}
    onChange={(next: string | undefined) => onChange(next ?? null)}
  />
);

function Batches({ query, onPage }: { readonly query: ClientImportQuery; readonly onPage: (page: number) => void }) {
  const { data, error, refetch } = useClientImports(query);
  if (error) return <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const isFiltered = query.kind !== null || query.state !== null;
  if (data.items.length === 0)
    return isFiltered ? <EmptyState text={T('noneFound')} /> : <EmptyState text={T('none')} hint={T('noneHint')} />;
  return (
    <>
      <ImportTable items={data.items} />
      <Pagination
        align="end"
        hideOnSinglePage
        current={query.page}
        pageSize={clientImportsOfPage}
        total={data.totalCount}
        showSizeChanger={false}
        onChange={onPage}
      />
    </>
  );
}

function ToWizard() {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(screenPath('clientImport'))}>
      {T('toWizard')}
    </Button>
  );
}

/** Imports of client data with counts, the file of wrong rows, and the way back. */
export function ClientImportsScreen() {
  const { asked, go } = useSearch();
  const query = {
    kind: openKinds.find((kind) => kind === asked.get('kind')) ?? null,
    state: clientImportStates.find((state) => state === asked.get('state')) ?? null,
    page: numberIn(asked, 'page') ?? 1,
  };
  const states = clientImportStates.map((value) => ({ value, label: T(`state.${value}`) }));
  return (
    <Page title={T('list')} actions={<ToWizard />}>
      <Card>
        <div className={css['bar']}>
          <Filter
            label={T('kind')}
            any={T('anyKind')}
            value={query.kind}
            options={kindOptions()}
            onChange={(kind) => go({ kind, page: null })}
          />
          <Filter
            label={T('state')}
            any={T('anyState')}
            value={query.state}
            options={states}
            onChange={(state) => go({ state, page: null })}
          />
        </div>
        <Batches query={query} onPage={(page) => go({ page })} />
      </Card>
    </Page>
  );
}
