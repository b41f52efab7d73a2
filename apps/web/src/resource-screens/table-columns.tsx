import { shownFields, type AnyResource } from '@kangmai/resource';
import { Link } from 'react-router';

import { sortWord } from '../resource-client/query.ts';
import { fittedWidth } from '../resource-client/column-width.ts';
import { textWidth } from '../lib/text-width.ts';
import { FieldCell } from './field-cell.tsx';
import { faceOf } from './field-kinds/faces.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { labelWithUnit } from '../lib/labels.ts';
import { RowContext } from './list-context.ts';
import { RowActions } from './row-actions.tsx';
import { isNamedByTime } from '../resource-client/row-name.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { TableColumnType } from 'antd';
import type { HTMLAttributes, ReactNode } from 'react';
import type { LookColumn } from '../resource-client/lists/look.ts';
import type { ScreenRow } from '../resource-client/row.ts';
import type { ScreenOptions, ScreenState } from './screen-context.ts';
import type { NamesByTarget } from './use-lookup.ts';

type Column = TableColumnType<ScreenRow>;

interface ColumnParts {
  readonly resource: AnyResource;
  readonly options: ScreenOptions;
  readonly shown: readonly LookColumn[];
  readonly onWidth: (name: string, width: number) => void;
  readonly rows: readonly ScreenRow[];
  readonly names: NamesByTarget;
  readonly sort: string;
  readonly isBare: boolean;
  readonly open: ScreenState['open'];
  /** Text size relative to 14 px, a factor for widths. */
  readonly scale: number;
  /** Width in px of the button cell. */
  readonly buttons: number;
}

/** Room beside a column title: the padding, and the sort icon. */
const titleRoom = { plain: 20, sorted: 36 } as const;

function sorting({ resource, options, sort }: ColumnParts, name: string): Partial<Column> {
  if (sortWord(resource, name) === undefined || options.sortable?.includes(name) === false) return {};
  const order = sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null;
  return { sorter: true, sortOrder: order, showSorterTooltip: false };
}

/** Links the row's name to its details: its page if it has one, else the drawer. */
function NameLink({
  row,
  parts,
  children,
}: {
  readonly row: ScreenRow;
  readonly parts: ColumnParts;
  readonly children: ReactNode;
}) {
  const { options, open } = parts;
  if (options.detailPath) return <Link to={options.detailPath(row)}>{children}</Link>;
  return <LinkButton onClick={() => open({ kind: 'view', row })}>{children}</LinkButton>;
}

const places = { left: 'start', right: 'end' } as const;

function fieldColumn({ name, width, fixed }: LookColumn, isLink: boolean, parts: ColumnParts): Column | undefined {
  const { resource, rows, names, isBare, onWidth } = parts;
  const field = shownFields(resource)[name];
  if (!field) return undefined;
  const face = faceOf(field);
  const title = labelWithUnit(name, field);
  const order = sorting(parts, name);
  const usual = typeof face.width === 'number' ? face.width : face.width(field);
  return {
    key: name,
    title,
    width:
      width ??
      Math.ceil(
        parts.scale *
          Math.max(
            fittedWidth(name, field, { rows, usual }),
            textWidth(title) + titleRoom[order.sorter ? 'sorted' : 'plain'],
          ),
      ),
    ...(fixed && { fixed: places[fixed] }),
    onHeaderCell: () => ({ onWidth: (to: number) => onWidth(name, to) }) as HTMLAttributes<HTMLElement>,
    ...(face.align && { align: face.align }),
    ...order,
    render: (_value: unknown, row) => {
      if (isBare) return <span className={css['bone']} aria-hidden="true" />;
      const cell = <FieldCell resource={resource} name={name} row={row} names={names} />;
      return isLink ? (
        <NameLink row={row} parts={parts}>
          {cell}
        </NameLink>
      ) : (
        cell
      );
    },
  };
}

export function tableColumns(parts: ColumnParts): Column[] {
  const { options, isBare, shown, resource } = parts;
  const link =
    shown.some(({ name }) => name === resource.display) && !isNamedByTime(resource) ? resource.display : shown[0]?.name;
  const own = shown
    .map((column) => fieldColumn(column, column.name === link, parts))
    .filter((column) => column !== undefined);
  const extra = (options.extraColumns ?? []).map(({ key, title, width = 100, align, render }): Column => ({
    key,
    title,
    width,
    ...(align && { align }),
    render: (_value: unknown, row) => (isBare ? <span className={css['bone']} aria-hidden="true" /> : render(row)),
  }));
  const actions: Column = {
    key: 'actions',
    title: T('actions'),
    fixed: 'end',
    width: Math.max(60, parts.buttons),
    render: (_value: unknown, row) =>
      isBare ? null : (
        <RowContext value={row}>
          <RowActions />
        </RowContext>
      ),
  };
  return [...own, ...extra, actions];
}
