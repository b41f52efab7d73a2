import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { Button, Checkbox, Popover } from 'antd';

import { IconButton } from '../ui/icon-button.tsx';
import { moveColumn, toggleColumn } from '../lib/column-choice.ts';
import { fieldLabel } from '../lib/labels.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListLook } from './use-list-look.ts';

function ColumnList({ resource, look }: { readonly resource: AnyResource; readonly look: ListLook }) {
  const { columns, setColumns, usual } = look;
  return (
    <div className={css['columns']} role="group" aria-label={T('columns')}>
      <ul>
        {columns.order.map((name, at) => {
          const field = resource.fields[name];
          const label = field ? fieldLabel(name, field) : name;
          return (
            <li key={name} className={css['columnLine']}>
              <Checkbox checked={columns.shown.includes(name)} onChange={() => setColumns(toggleColumn(columns, name))}>{label}</Checkbox>
              <IconButton size="small" tip={false} name={T('up', { name: label })} icon={<ArrowUpOutlined />} disabled={at === 0} onClick={() => setColumns(moveColumn(columns, name, -1))} />
              <IconButton size="small" tip={false} name={T('down', { name: label })} icon={<ArrowDownOutlined />} disabled={at === columns.order.length - 1} onClick={() => setColumns(moveColumn(columns, name, 1))} />
            </li>
          );
        })}
      </ul>
      <Button size="small" onClick={() => setColumns(usual)}>{T('restore')}</Button>
    </div>
  );
}

/** Shows, hides and orders the columns of a list. */
export function ColumnSettings({ resource, look }: { readonly resource: AnyResource; readonly look: ListLook }) {
  return (
    <Popover trigger="click" placement="bottomRight" content={<ColumnList resource={resource} look={look} />}>
      <IconButton name={T('columns')} tip={false} icon={<SettingOutlined />} />
    </Popover>
  );
}
