import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { shownFields } from '@kangmai/resource';
import { Button, Checkbox, InputNumber, Select } from 'antd';

import { fieldLabel } from '../../lib/labels.ts';
import { changeColumn, moveColumn, type LookColumn } from '../../resource-client/lists/look.ts';
import { useListContext } from '../list-context.ts';
import { useScale } from '../resource-table.tsx';
import { useScreen } from '../screen-context.ts';
import { columnWidth } from '../table-columns.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { T } from './list-texts.ts';
import css from './lists.module.css';

import type { ListLook } from '../use-list-look.ts';

interface LineProps {
  readonly column: LookColumn;
  readonly label: string;
  readonly usualWidth: number | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: Partial<LookColumn>) => void;
  readonly onMove: (step: -1 | 1) => void;
}

function ColumnLine({ column, label, usualWidth, isFirst, isLast, onChange, onMove }: LineProps) {
  const pins = [
    { value: '', label: T('pinNone') },
    { value: 'left', label: T('pinLeft') },
    { value: 'right', label: T('pinRight') },
  ];
  const pin = (value: string): void => onChange({ fixed: value === 'left' || value === 'right' ? value : undefined });
  return (
    <li className={css['columnLine']}>
      <Checkbox checked={!column.isHidden} onChange={({ target }) => onChange({ isHidden: !target.checked })}>
        {label}
      </Checkbox>
      <InputNumber
        size="small"
        className={css['width'] ?? ''}
        aria-label={T('widthOf', { name: label })}
        min={48}
        max={1000}
        step={10}
        placeholder={T('widthAuto', { n: usualWidth ?? '' })}
        value={column.width ?? null}
        changeOnBlur
        onChange={(value) => onChange({ width: value ?? undefined })}
      />
      <Select
        size="small"
        className={css['pin'] ?? ''}
        aria-label={T('pinOf', { name: label })}
        options={pins}
        value={column.fixed ?? ''}
        onChange={pin}
      />
      <IconButton
        size="small"
        tip={false}
        name={T('up', { name: label })}
        icon={<ArrowUpOutlined />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="small"
        tip={false}
        name={T('down', { name: label })}
        icon={<ArrowDownOutlined />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </li>
  );
}

export function ColumnList({ look }: { readonly look: ListLook }) {
  const { resource, rows } = useListContext();
  const { options } = useScreen();
  const scale = useScale(look.density);
  const { columns, change } = look;
  return (
    <div className={css['columns']} role="group" aria-label={T('columns')}>
      <ul>
        {columns.map((column, at) => {
          const { name } = column;
          const field = shownFields(resource)[name];
          return (
            <ColumnLine
              key={name}
              column={column}
              label={field ? fieldLabel(name, field) : name}
              usualWidth={field && columnWidth(name, field, { resource, options, rows, scale })}
              isFirst={at === 0}
              isLast={at === columns.length - 1}
              onChange={(to) => change({ columns: changeColumn(columns, name, to) })}
              onMove={(step) => change({ columns: moveColumn(columns, name, step) })}
            />
          );
        })}
      </ul>
      <Button size="small" onClick={() => change(null)}>
        {T('restore')}
      </Button>
    </div>
  );
}
