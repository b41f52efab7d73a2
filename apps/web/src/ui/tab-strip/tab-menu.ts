import { L } from '../../lib/i18n/texts.ts';

import type { StripTab, TabCommand } from './tab-strip.types.ts';
import type { MenuProps } from 'antd';

type Items = NonNullable<MenuProps['items']>;

export const optionItems = (): Items => [
  { key: 'closeOthers', label: L('tabs.closeOthers') },
  { key: 'closeAll', label: L('tabs.closeAll') },
];

export function tabItems(tab: StripTab): Items {
  const pin: Items = tab.isClosable
    ? [{ key: tab.isPinned ? 'unpin' : 'pin', label: L(tab.isPinned ? 'tabs.unpin' : 'tabs.pin') }]
    : [];
  return [
    { key: 'refresh', label: L('tabs.refresh') },
    { key: 'close', label: L('tabs.closeThis'), disabled: !tab.isClosable },
    ...pin,
    { type: 'divider' },
    { key: 'closeLeft', label: L('tabs.closeLeft') },
    { key: 'closeRight', label: L('tabs.closeRight') },
    ...optionItems(),
  ];
}

const commands: readonly TabCommand[] = [
  'refresh',
  'close',
  'closeLeft',
  'closeRight',
  'closeOthers',
  'closeAll',
  'pin',
  'unpin',
];

export const toCommand = (key: string): TabCommand | undefined => commands.find((command) => command === key);
