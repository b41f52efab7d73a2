import { CloseOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useId } from 'react';

import { defineTexts } from '../lib/i18n/texts.ts';
import { IconButton } from './icon-button.tsx';
import { TickBox } from './tick-box.tsx';
import css from './two-list-picker.module.css';

import type { ReactNode } from 'react';

const T = defineTexts(
  'twoLists',
  {
    free: '可选',
    chosen: '已选 {count}',
    find: '查找',
    more: '还有更多，请输入以缩小范围',
    none: '没有符合的',
    take: '移除 {name}',
  },
  {
    free: 'To choose from',
    chosen: '{count} chosen',
    find: 'Find',
    more: 'There are more; type to narrow them down',
    none: 'Nothing found',
    take: 'Remove {name}',
  },
);

export interface Choice {
  readonly id: number;
  readonly name: string;
}

export interface ChosenItem extends Choice {
  /** Why it stays: it cannot be removed here. */
  readonly stays?: string | undefined;
}

interface PickerProps {
  readonly name: string;
  /** What the search finds, chosen ones among them. */
  readonly found: readonly Choice[];
  readonly hasMore: boolean;
  readonly find: string;
  readonly onFind: (text: string) => void;
  readonly chosen: readonly ChosenItem[];
  readonly onAdd: (item: Choice) => void;
  readonly onRemove: (id: number) => void;
  /** What is set beside a chosen item, such as a role. */
  readonly beside?: (item: ChosenItem) => ReactNode;
}

type FoundProps = Omit<PickerProps, 'name' | 'beside'>;

function Found({ found, hasMore, find, onFind, chosen, onAdd, onRemove }: FoundProps) {
  const heading = useId();
  const held = new Map(chosen.map((item) => [item.id, item]));
  return (
    <section aria-labelledby={heading} className={css['list']}>
      <h2 id={heading}>{T('free')}</h2>
      <Input.Search
        allowClear
        aria-label={T('find')}
        placeholder={T('find')}
        value={find}
        onChange={(event) => onFind(event.target.value)}
      />
      <ul>
        {found.map((item) => (
          <li key={item.id}>
            <label className={css['row']}>
              <TickBox
                name={item.name}
                isOn={held.has(item.id)}
                isDisabled={held.get(item.id)?.stays !== undefined}
                onTick={(isOn) => (isOn ? onAdd(item) : onRemove(item.id))}
              />
              <span>{item.name}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={css['note']}>{T('none')}</p>}
      {hasMore && <p className={css['note']}>{T('more')}</p>}
    </section>
  );
}

/** Chooses several from many: on the left what a search finds, on the right what is chosen. */
export function TwoListPicker({ name, beside, ...lists }: PickerProps) {
  const heading = useId();
  const { chosen, onRemove } = lists;
  return (
    <div role="group" aria-label={name} className={css['lists']}>
      <Found {...lists} />
      <section aria-labelledby={heading} className={css['list']}>
        <h2 id={heading} aria-live="polite">
          {T('chosen', { count: chosen.length })}
        </h2>
        <ul>
          {chosen.map((item) => (
            <li key={item.id} className={css['row']}>
              <span className={css['grow']}>{item.name}</span>
              {beside?.(item)}
              {item.stays === undefined ? (
                <IconButton
                  name={T('take', { name: item.name })}
                  size="small"
                  icon={<CloseOutlined />}
                  onClick={() => onRemove(item.id)}
                />
              ) : (
                <span className={css['note']}>{item.stays}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
