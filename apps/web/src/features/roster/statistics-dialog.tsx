import { useQuery } from '@tanstack/react-query';
import { Modal, Table } from 'antd';

import { formatNumber } from '../../lib/units.ts';
import { rosterKey, rosterStatistics, type RosterFigures } from '../../resource-client/roster.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { rowKey } from './paint.ts';
import { T } from './roster-texts.ts';

const byFigure = (name: 'shifts' | 'nights' | 'restDays' | 'hours') => (one: RosterFigures, other: RosterFigures) =>
  one[name] - other[name];

interface DialogProps {
  readonly month: string;
  readonly teamId: number | null;
  readonly onClose: () => void;
}

function Figures({ rows }: { readonly rows: readonly RosterFigures[] }) {
  if (rows.length === 0) return <EmptyState text={T('noFigures')} />;
  return (
    <Table
      size="small"
      rowKey={rowKey}
      dataSource={[...rows]}
      pagination={false}
      columns={[
        { title: T('staff'), dataIndex: 'userName', render: (name: string) => <span translate="no">{name}</span> },
        { title: T('shifts'), dataIndex: 'shifts', align: 'right', sorter: byFigure('shifts') },
        { title: T('nights'), dataIndex: 'nights', align: 'right', sorter: byFigure('nights') },
        { title: T('restDays'), dataIndex: 'restDays', align: 'right', sorter: byFigure('restDays') },
        {
          title: T('hoursOf'),
          dataIndex: 'hours',
          align: 'right',
          sorter: byFigure('hours'),
          render: (hours: number) => formatNumber(hours, 1),
        },
      ]}
    />
  );
}

export function StatisticsDialog({ month, teamId, onClose }: DialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...rosterKey, 'statistics', month, teamId],
    queryFn: ({ signal }) => rosterStatistics(month, teamId, signal),
  });
  return (
    <Modal open title={T('statisticsOf', { month })} footer={null} width={640} onCancel={onClose}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && <Figures rows={data} />}
    </Modal>
  );
}
