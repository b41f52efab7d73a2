import { SettingOutlined } from '@ant-design/icons';
import { alarmPolicy } from '@kangmai/model/alerts';
import { Button, Drawer } from 'antd';
import { useState } from 'react';

import { useCan } from '../../lib/permissions.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { SettingGroups } from './setting-groups.tsx';
import { T } from './settings-texts.ts';

/** Opens the settings of alarms, for those who may see settings. */
function AlarmSettings() {
  const [isOpen, setOpen] = useState(false);
  if (!useCan('Pages.Basicplatform.Setting')) return null;
  return (
    <>
      <Button icon={<SettingOutlined />} onClick={() => setOpen(true)}>
        {T('alarmSettings')}
      </Button>
      <Drawer title={T('alarmSettings')} open={isOpen} onClose={() => setOpen(false)} size={520} destroyOnHidden>
        <SettingGroups>{(groups, form) => groups.filter(({ group }) => group === 'alarm').map(form)}</SettingGroups>
      </Drawer>
    </>
  );
}

const tools = <AlarmSettings />;

export function AlarmPoliciesScreen() {
  return <ResourceScreen resource={alarmPolicy} tools={tools} />;
}
