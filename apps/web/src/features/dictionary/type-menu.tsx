import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import { dictionaryType } from '@kangmai/model/dictionaries';
import { Button, Dropdown, type MenuProps } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import css from './dictionary.module.css';
import { T } from './dictionary-texts.ts';

import type { TypeNode } from './type-nodes.ts';

export type TypeAction = 'add' | 'edit' | 'remove';

interface TypeMenuProps {
  readonly node: TypeNode;
  readonly isOpen: boolean;
  readonly isStation: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onAction: (action: TypeAction, node: TypeNode) => void;
}

type Items = NonNullable<MenuProps['items']>;

function useItems({ row }: TypeNode): Items {
  const { mayCreate, mayEdit, mayRemove } = useRights(dictionaryType);
  if (!row) return mayCreate ? [{ key: 'add', label: T('addType') }] : [];
  const isBuiltIn = row.values.isSystem === true;
  return [
    ...(mayEdit ? [{ key: 'edit', label: L('word.edit') }] : []),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: L('word.delete'),
            danger: !isBuiltIn,
            disabled: isBuiltIn,
            ...(isBuiltIn && { title: T('builtIn') }),
          },
        ]
      : []),
  ];
}

/** Actions of a category or type; right click and Shift+F10 open the same menu. */
export function TypeMenu({ node, isOpen, isStation, onOpen, onAction }: TypeMenuProps) {
  const items = useItems(node);
  if (items.length === 0) return null;
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={onOpen}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          onAction(key as TypeAction, node);
        },
      }}
    >
      <Button
        type="text"
        size="small"
        className={css['more'] ?? ''}
        tabIndex={isStation ? 0 : -1}
        aria-label={T('actionsOf', { name: node.title })}
        icon={<MoreOutlined />}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}
