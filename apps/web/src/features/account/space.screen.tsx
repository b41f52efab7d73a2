import { Button } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { listed } from '../../lib/i18n/listed.ts';
import { useSession } from '../../lib/session/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Card, Page } from '../../ui/page.tsx';

import { A } from './account-texts.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { Avatar } from './avatar.tsx';
import { fullName } from './full-name.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { P } from './preference-texts.ts';
import { PreferencesForm } from './preferences-form.tsx';
import css from './space.module.css';

function PersonCard() {
  const user = useSession((session) => session.user);
  const tenant = useSession((session) => session.tenant?.name);
  const [isChanging, setChanging] = useState(false);
  if (!user) return null;
  const facts = [
    { label: A('userName'), value: user.userName },
    { label: A('email'), value: user.emailAddress },
    { label: A('tenantOf'), value: tenant ?? A('host') },
    { label: A('roles'), value: user.roleTitles.length > 0 ? listed(user.roleTitles) : L('word.empty') },
  ];
  return (
    <Card title={A('account')}>
      <div className={css['person']}>
        <Avatar size={72} />
        <div>
          <h2 translate="no">{fullName(user)}</h2>
          <Button size="small" onClick={() => setChanging(true)}>
            {A('changeAvatar')}
          </Button>
        </div>
      </div>
      <DescriptionList items={facts} columns={1} />
      {isChanging && <PictureDialog onClose={() => setChanging(false)} />}
    </Card>
  );
}

export function SpaceScreen() {
  return (
    <Page title={A('space')}>
      <div className={css['columns']}>
        <div>
          <PersonCard />
        </div>
        <div>
          <Card title={P('preferences')}>
            <p className={css['hint']}>{P('preferencesHint')}</p>
            <PreferencesForm />
          </Card>
          <Card title={A('recent')}>
            <AttemptsTable isBrief />
          </Card>
        </div>
      </div>
    </Page>
  );
}
