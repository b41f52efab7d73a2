import { shownFields, type AnyField, type AnyResource } from '@kangmai/resource';
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
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { InLink } from './traits/card/ref-link.tsx';

import type { TableColumnType } from 'antd';
import type { HTMLAttributes, ReactNode } from 'react';
import type { LookColumn } from '../resource-client/lists/look.ts';
import type { ScreenRow } from '../resource-client/row.ts';
import type { ScreenOptions, ScreenState } from './screen-context.ts';
import type { NamesByTarget } from './use-lookup.ts';

type Column = TableColumnType<ScreenRow>;

/** Widths in px of the button cell. */
export interface ButtonsWidth {
  readonly wide: number;
  readonly narrow: number;
}

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
  readonly buttons: ButtonsWidth;
  /** Width in px of the table's place; 0 while unknown. */
  readonly room: number;
}

/** Room beside a column title: the padding, and the sort icon. */
const titleRoom = { plain: 20, sorted: 36 } as const;

type WidthParts = Pick<ColumnParts, 'resource' | 'options' | 'rows' | 'scale'>;

const isSortable = ({ resource, options }: WidthParts, name: string): boolean =>
  sortWord(resource, name) !== undefined && options.sortable?.includes(name) !== false;

function sorting(parts: ColumnParts, name: string): Partial<Column> {
  const { sort } = parts;
  if (!isSortable(parts, name)) return {};
  const order = sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null;
  return { sorter: true, sortOrder: order, showSorterTooltip: false };
}

/** Links the row's name to its details: its page if it has one, else the drawer. */
export function NameLink({
  row,
  options,
  open,
  children,
}: Pick<ScreenState, 'options' | 'open'> & { readonly row: ScreenRow; readonly children: ReactNode }) {
  return (
    <InLink value>
      {options.detailPath ? (
        <Link to={options.detailPath(row)} data-row-page="">
          {children}
        </Link>
      ) : (
        <LinkButton data-opens-row="" onClick={() => open({ kind: 'view', row })}>
          {children}
        </LinkButton>
      )}
    </InLink>
  );
}

/** Width in px of a column that has no width of its own: that of its values, or of its title. */
export function columnWidth(name: string, field: AnyField, parts: WidthParts): number {
  const { width } = faceOf(field);
  const usual = typeof width === 'number' ? width : width(field);
  const title = textWidth(labelWithUnit(name, field)) + titleRoom[isSortable(parts, name) ? 'sorted' : 'plain'];
  return Math.ceil(parts.scale * Math.max(fittedWidth(name, field, { rows: parts.rows, usual }), title));
}

const places = { left: 'start', right: 'end' } as const;

function fieldColumn({ name, width, fixed }: LookColumn, isLink: boolean, parts: ColumnParts): Column | undefined {
  const { resource, names, isBare, onWidth } = parts;
  const field = shownFields(resource)[name];
  if (!field) return undefined;
  const face = faceOf(field);
  return {
    key: name,
    title: labelWithUnit(name, field),
    width: width ?? columnWidth(name, field, parts),
    ...(fixed && { fixed: places[fixed] }),
    onHeaderCell: () => ({ onWidth: (to: number) => onWidth(name, to) }) as HTMLAttributes<HTMLElement>,
    ...(face.align && { align: face.align }),
    ...sorting(parts, name),
    render: (_value: unknown, row) => {
      if (isBare) return <span className={css['bone']} aria-hidden="true" />;
      const cell = <FieldCell resource={resource} name={name} row={row} names={names} />;
      return isLink ? (
        <NameLink row={row} options={parts.options} open={parts.open}>
          {cell}
        </NameLink>
      ) : (
        cell
      );
    },
  };
}

/** The column that opens the row: its name, else the first one that leads nowhere else. */
export function openingColumn({
  resource,
  shown,
}: {
  readonly resource: AnyResource;
  readonly shown: readonly string[];
}): string | undefined {
  if (shown.includes(resource.display)) return resource.display;
  return shown.find((name) => resource.fields[name]?.kind !== 'ref') ?? shown[0];
}

const widthOf = (columns: readonly Column[]): number => columns.reduce((sum, { width }) => sum + Number(width), 0);

const actionColumn = ({ isBare, buttons }: ColumnParts, hasRoom: boolean): Column => ({
  key: 'actions',
  title: T('actions'),
  width: Math.max(60, hasRoom ? buttons.wide : buttons.narrow),
  render: (_value: unknown, row) =>
    isBare ? null : (
      <RowContext value={row}>
        <RowActions hasRoom={hasRoom} />
      </RowContext>
    ),
});

export function tableColumns(parts: ColumnParts): Column[] {
  const { options, isBare, shown, room } = parts;
  const link = openingColumn({ resource: parts.resource, shown: shown.map(({ name }) => name) });
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
  const columns = [...own, ...extra];
  const hasRoom = room === 0 || widthOf(columns) + parts.buttons.wide <= room;
  const actions = actionColumn(parts, hasRoom);
  if (hasRoom) return [...columns, { ...actions, fixed: 'end' }];
  // Pinned at the end it would cover a column; beside the name it is always seen.
  const at = columns.findIndex(({ key }) => key === link);
  return columns.toSpliced(at + 1, 0, { ...actions, ...(columns[at]?.fixed && { fixed: columns[at].fixed }) });
}
