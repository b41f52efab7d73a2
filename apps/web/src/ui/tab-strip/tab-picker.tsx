import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { Button, Dropdown } from 'antd';

import { L } from '../../lib/i18n/texts.ts';
import { IconButton } from '../icon-button.tsx';

import { optionItems, toCommand } from './tab-menu.ts';
import css from './tab-strip.module.css';

import type { TabStripProps } from './tab-strip.types.ts';

export function TabPicker({ tabs, activeKey, onOpen, onCommand }: TabStripProps) {
  const active = tabs.find(({ key }) => key === activeKey);
  const runCommand = (word: string): void => {
    const command = toCommand(word);
    const key = activeKey ?? tabs[0]?.key;
    if (command && key !== undefined) onCommand(command, key);
  };
  return (
    <nav aria-label={L('tabs.name')} className={css['strip']} data-testid="tab-strip">
      <select
        aria-label={L('tabs.name')}
        className={css['picker']}
        value={activeKey ?? ''}
        onChange={(event) => onOpen(event.target.value)}
      >
        {activeKey === null && <option value="">{L('tabs.name')}</option>}
        {tabs.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      {active?.isClosable && (
        <IconButton
          name={L('tabs.close', { title: active.title })}
          tip={false}
          icon={<CloseOutlined />}
          onClick={() => onCommand('close', active.key)}
        />
      )}
      <Dropdown autoFocus trigger={['click']} menu={{ items: optionItems(), onClick: ({ key }) => runCommand(key) }}>
        <Button type="text" size="small" className={css['options'] ?? ''}>
          {L('tabs.options')}
          <DownOutlined aria-hidden="true" />
        </Button>
      </Dropdown>
    </nav>
  );
}
