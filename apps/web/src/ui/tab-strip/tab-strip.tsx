import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { IconButton } from '../icon-button.tsx';

import { TabLink } from './tab-link.tsx';
import { optionItems, tabItems, toCommand } from './tab-menu.ts';
import css from './tab-strip.module.css';
import { useStripScroll } from './use-strip-scroll.ts';

import type { TabStripProps } from './tab-strip.types.ts';

export function TabStrip({ tabs, activeKey, onOpen, onCommand }: TabStripProps) {
  const row = useRef<HTMLUListElement>(null);
  const { isOverflowing, scrollBy } = useStripScroll(row, activeKey, tabs.length);
  const [targetKey, setTargetKey] = useState<string | null>(null);
  const target = tabs.find(({ key }) => key === targetKey);
  const runCommand = (key: string, tabKey: string | undefined): void => {
    const command = toCommand(key);
    if (command && tabKey !== undefined) onCommand(command, tabKey);
  };
  const onMenuOpenChange = (isOpen: boolean): void => {
    if (!isOpen) setTargetKey(null);
  };

  return (
    <nav aria-label={L('tabs.name')} className={css['strip']} data-testid="tab-strip">
      {isOverflowing && (
        <IconButton name={L('tabs.scrollLeft')} icon={<LeftOutlined />} size="small" onClick={() => scrollBy(-1)} />
      )}
      <Dropdown
        autoFocus
        trigger={['contextMenu']}
        menu={{ items: target ? tabItems(target) : [], onClick: ({ key }) => runCommand(key, target?.key) }}
        open={target !== undefined}
        onOpenChange={onMenuOpenChange}
      >
        <ul ref={row} className={css['row']}>
          {tabs.map((tab) => (
            <TabLink
              key={tab.key}
              tab={tab}
              isActive={tab.key === activeKey}
              onOpen={onOpen}
              onCommand={onCommand}
              onMenu={setTargetKey}
            />
          ))}
        </ul>
      </Dropdown>
      {isOverflowing && (
        <IconButton name={L('tabs.scrollRight')} icon={<RightOutlined />} size="small" onClick={() => scrollBy(1)} />
      )}
      <Dropdown
        autoFocus
        trigger={['click']}
        menu={{ items: optionItems(), onClick: ({ key }) => runCommand(key, activeKey ?? tabs[0]?.key) }}
      >
        <Button type="text" size="small" className={css['options'] ?? ''}>
          {L('tabs.options')}
          <DownOutlined aria-hidden="true" />
        </Button>
      </Dropdown>
    </nav>
  );
}
