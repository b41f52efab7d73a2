import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined';
import { Button, Dropdown } from 'antd';
import { flushSync } from 'react-dom';

import { api } from '../../lib/api/api.ts';
import { setCulture } from '../../lib/i18n/i18n.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { useLeaveQuestion } from '../tabs/use-leave-question.ts';

import css from './frame.module.css';

export function LanguageButton() {
  const tell = useFailureNotice();
  const languages = useSession((session) => session.languages);
  const current = useSession((session) => session.currentLanguage?.name);
  const mayLeave = useLeaveQuestion();
  const others = languages.filter(({ name, isDisabled }) => name !== current && !isDisabled);
  if (others.length === 0) return null;

  const switchLanguage = async (name: string): Promise<void> => {
    if (!(await mayLeave())) return;
    try {
      await api.post('Profile/ChangeLanguage', { languageName: name });
      setCulture(name);
      // The user already agreed to leave; the browser must not ask again.
      flushSync(() => useTabs.setState({ dirty: new Set() }));
      location.reload();
    } catch (error) {
      tell(error, L('frame.languageFailed'));
    }
  };

  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: others.map(({ name, displayName }) => ({ key: name, label: displayName })),
        onClick: ({ key }) => void switchLanguage(key),
      }}
    >
      <Button type="text" className={css['tool'] ?? ''} aria-label={L('frame.language')} icon={<GlobalOutlined />} />
    </Dropdown>
  );
}
