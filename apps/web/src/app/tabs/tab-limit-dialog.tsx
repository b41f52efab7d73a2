import { Checkbox, Modal } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { titleOfTab } from './tab-title.ts';
import { removeTabs, useTabs } from './tabs-store.ts';
import { useLeaveQuestion } from './use-leave-question.ts';
import { isClosable, type OpenTab } from './tabs.ts';

const offered = 5;

/** Asks which of the least recently used pages to close before another is opened. */
export function TabLimitDialog({ onCancel }: { onCancel: () => void }) {
  const { tabs, recent } = useTabs();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const mayLeave = useLeaveQuestion();
  const closePicked = async (): Promise<void> => {
    if (await mayLeave(picked)) removeTabs(picked);
  };
  const age = (tab: OpenTab): number => (recent.includes(tab.key) ? recent.indexOf(tab.key) : recent.length);
  const oldest = tabs
    .filter((tab) => isClosable(tab) && !tab.isPinned)
    .toSorted((a, b) => age(b) - age(a))
    .slice(0, offered);

  return (
    <Modal
      open
      title={L('tabs.tooMany')}
      okText={L('tabs.closePicked')}
      cancelText={L('word.cancel')}
      okButtonProps={{ disabled: picked.length === 0 }}
      onOk={() => void closePicked()}
      onCancel={onCancel}
    >
      <Checkbox.Group
        aria-label={L('tabs.name')}
        options={oldest.map((tab) => ({ value: tab.key, label: titleOfTab(tab) }))}
        value={[...picked]}
        onChange={(values) => setPicked(values.map(String))}
      />
    </Modal>
  );
}
