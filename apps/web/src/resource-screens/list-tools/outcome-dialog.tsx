import { useQuery } from '@tanstack/react-query';
import { Table, type App } from 'antd';

import { taskProblems, type ListTask, type RowRefusal } from '../../resource-client/tasks.ts';
import { T } from './list-texts.ts';

type Modals = ReturnType<typeof App.useApp>['modal'];

function Refusals({
  refusals,
  isLoading = false,
}: {
  readonly refusals: readonly RowRefusal[];
  readonly isLoading?: boolean;
}) {
  return (
    <Table<RowRefusal>
      size="small"
      aria-label={T('refusals')}
      rowKey="id"
      loading={isLoading}
      dataSource={[...refusals]}
      scroll={{ y: 320 }}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: T('record'), dataIndex: 'name', width: 200, render: (name: string, { id }) => name || `#${id}` },
        { title: T('reason'), dataIndex: 'message' },
      ]}
    />
  );
}

const width = 640;

/** Reports how many rows succeeded, and why each other row failed. */
export function showOutcome(
  modal: Modals,
  outcome: { readonly done: number; readonly failed: number; readonly refusals: readonly RowRefusal[] },
): void {
  modal.info({
    width,
    title: T('outcome', { a: outcome.done, b: outcome.failed }),
    content: <Refusals refusals={outcome.refusals} />,
  });
}

function TaskRefusals({ id }: { readonly id: number }) {
  const { data, isPending } = useQuery({
    queryKey: ['list-tasks', 'problems', id],
    queryFn: ({ signal }) => taskProblems(id, signal),
  });
  return <Refusals refusals={data ?? []} isLoading={isPending} />;
}

/** The same for a background task. */
export function showTaskProblems(modal: Modals, { id, doneRows, failedRows }: ListTask): void {
  modal.info({
    width,
    title: T('outcome', { a: doneRows - failedRows, b: failedRows }),
    content: <TaskRefusals id={id} />,
  });
}
