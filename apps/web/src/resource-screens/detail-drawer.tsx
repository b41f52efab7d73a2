import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Drawer, Flex, Space } from 'antd';
import { useRef } from 'react';

import { ApiError } from '../lib/api/api-error.ts';
import { L } from '../lib/i18n/texts.ts';
import { useOpenRowKeys } from '../lib/use-hot-keys.ts';
import { useHasKeys } from '../resource-client/lists/my-lists.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ErrorState, LoadingBar } from '../ui/states.tsx';
import { drawerWidth } from './form-drawer.tsx';
import { resourceTitle } from '../lib/labels.ts';
import { RowContext, useListContext } from './list-context.ts';
import { FieldCell } from './field-cell.tsx';
import { RowDescription } from './row-description.tsx';
import { RowMoves } from './traits/detail/row-buttons.tsx';
import { FoldedHistory } from './traits/history/folded-history.tsx';
import { useRowTitle } from './traits/summary/person.ts';
import { RowFacts } from './traits/summary/row-facts.tsx';
import { useScreen } from './screen-context.ts';
import { T } from './screen-texts.ts';
import { useRow } from '../resource-client/use-row.ts';
import { useRights } from './use-writes.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';

interface NeighboursProps {
  readonly rows: readonly ScreenRow[];
  readonly at: number;
  readonly onStep: (step: -1 | 1) => void;
}

function Neighbours({ rows, at, onStep }: NeighboursProps) {
  return (
    <>
      <IconButton
        name={T('previous')}
        tip={false}
        icon={<LeftOutlined />}
        disabled={at <= 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        name={T('next')}
        tip={false}
        icon={<RightOutlined />}
        disabled={at < 0 || at >= rows.length - 1}
        onClick={() => onStep(1)}
      />
    </>
  );
}

function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return isGone ? <ErrorState title={L('error.notFound')} /> : <ErrorState message={error.message} onRetry={onRetry} />;
}

function useWholeRow(resource: AnyResource, listed: ScreenRow) {
  const { edit, view, get } = resource.wire.calls;
  const { data, ...query } = useRow(resource, (edit ?? view ?? get) === undefined ? null : listed.id);
  return { ...query, row: data?.id === listed.id ? { ...data, joined: { ...listed.joined, ...data.joined } } : listed };
}

/** Details of a row; values known from the list are shown at once. */
export function DetailDrawer({ row: listed, onClose }: { readonly row: ScreenRow; readonly onClose: () => void }) {
  const { resource, rows } = useListContext();
  const { open, options } = useScreen();
  const { row, error, isFetching, refetch } = useWholeRow(resource, listed);
  const { mayEdit } = useRights(resource, row);
  const body = useRef<HTMLDivElement>(null);
  const at = rows.findIndex(({ id }) => id === listed.id);
  const step = (by: -1 | 1): void => {
    const other = at < 0 ? undefined : rows[at + by];
    if (other) open({ kind: 'view', row: other });
  };
  const edit = mayEdit && !error ? () => open({ kind: 'edit', row }) : undefined;
  useOpenRowKeys({ isOn: useHasKeys(), inside: body, onStep: step, onEdit: edit });
  const title = `${T('detailOf', { title: resourceTitle(resource) })}：${useRowTitle(resource, row)}`;
  const buttons = (
    <Flex gap={8}>
      <Neighbours rows={rows} at={at} onStep={step} />
      {!error && (
        <RowContext value={row}>
          {options.rowActions?.map((RowAction, at) => (
            <RowAction key={at} />
          ))}
          <RowMoves resource={resource} row={row} />
        </RowContext>
      )}
      {edit && (
        <Button type="primary" onClick={edit}>
          {L('word.edit')}
        </Button>
      )}
    </Flex>
  );
  return (
    <Drawer
      open
      title={
        <Space>
          {title}
          {resource.moves && <FieldCell resource={resource} name={resource.moves.on} row={row} />}
        </Space>
      }
      size={drawerWidth(Object.keys(resource.fields).length)}
      onClose={onClose}
      extra={buttons}
    >
      <div ref={body}>
        <LoadingBar isActive={isFetching} />
      </div>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label={title}>
          <RowFacts resource={resource} row={row} />
          <RowDescription resource={resource} row={row} omit={options.omit ?? []} />
          <FoldedHistory resource={resource} id={row.id} />
        </div>
      )}
    </Drawer>
  );
}
