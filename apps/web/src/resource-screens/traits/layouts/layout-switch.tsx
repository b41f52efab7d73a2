import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import ProjectOutlined from '@ant-design/icons/ProjectOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { Segmented } from 'antd';

import { useHotKey } from '../../../lib/use-hot-keys.ts';
import { layoutsOf, type LayoutWord } from '../../../resource-client/layout-words.ts';
import { useHasKeys } from '../../../resource-client/lists/my-lists.ts';
import { useListContext } from '../../list-context.ts';
import css from './layout-switch.module.css';
import { T } from './layouts-texts.ts';

import type { ListLook } from '../../use-list-look.ts';

const icons = {
  table: <UnorderedListOutlined aria-hidden />,
  board: <ProjectOutlined aria-hidden />,
  calendar: <CalendarOutlined aria-hidden />,
  week: <FieldTimeOutlined aria-hidden />,
} as const;

/** Table, board, calendar and week of a list; `V` goes to the next. The choice stays in the address and is kept. */
export function LayoutSwitch({ look }: { readonly look: ListLook }) {
  const { resource, layout, change } = useListContext();
  const words = layoutsOf(resource);
  const choose = (next: LayoutWord): void => {
    change({ layout: next });
    look.change({ layout: next });
  };
  useHotKey('v', useHasKeys(), () => choose(words[(words.indexOf(layout) + 1) % words.length] ?? 'table'));
  return (
    <Segmented<LayoutWord>
      aria-label={T('switch')}
      value={layout}
      options={words.map((value) => ({
        value,
        icon: icons[value],
        title: T('byKey', { word: T(value) }),
        label: <span className={css['word']}>{T(value)}</span>,
      }))}
      onChange={choose}
    />
  );
}
