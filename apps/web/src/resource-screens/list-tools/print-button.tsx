import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { useMutation } from '@tanstack/react-query';
import { Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { listRows } from '../../resource-client/calls.ts';
import { logPrint } from '../../resource-client/lists.ts';
import { useListContext } from '../list-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';

import type { ScreenRow } from '../../resource-client/row.ts';
import type { ListLook } from '../use-list-look.ts';

const PrintSheet = lazy(async () => ({ default: (await import('./print-sheet.tsx')).PrintSheet }));

const mostPrinted = 1000;

export function PrintButton({ look }: { readonly look: ListLook }) {
  const { resource, asked, page, rows } = useListContext();
  const tell = useFailureNotice();
  const [printed, setPrinted] = useState<readonly ScreenRow[] | null>(null);
  const total = page?.total ?? Infinity;
  const run = useMutation({
    mutationFn: async (which: 'page' | 'all') => {
      const wanted =
        which === 'page' ? rows : (await listRows(resource, { state: { ...asked, page: 1, size: mostPrinted } })).rows;
      await logPrint({ resource: resource.name, count: wanted.length });
      setPrinted(wanted);
    },
    onError: (error) => tell(error),
  });
  const items = [
    ...(rows.length > 0 ? [{ key: 'page', label: T('printPage', { n: rows.length }) }] : []),
    {
      key: 'all',
      label: total > mostPrinted || page?.isCapped ? T('printFirst', { n: mostPrinted }) : T('printAll', { n: total }),
    },
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={total === 0}
        menu={{ items, onClick: ({ key }) => run.mutate(key === 'page' ? 'page' : 'all') }}
      >
        <IconButton
          type="default"
          name={T('print')}
          tip={false}
          icon={<PrinterOutlined />}
          loading={run.isPending}
          aria-haspopup="menu"
        />
      </Dropdown>
      {printed && (
        <Suspense>
          <PrintSheet look={look} rows={printed} onDone={() => setPrinted(null)} />
        </Suspense>
      )}
    </>
  );
}
