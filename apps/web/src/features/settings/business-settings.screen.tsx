import { Tabs } from 'antd';

import { Card, Page } from '../../ui/page.tsx';
import { SettingGroups } from './setting-groups.tsx';
import { T } from './settings-texts.ts';

export function BusinessSettingsScreen() {
  return (
    <Page title={T('title')}>
      <Card>
        <SettingGroups>
          {(groups, form) => (
            <Tabs items={groups.map((group) => ({ key: group.group, label: group.title, children: form(group) }))} />
          )}
        </SettingGroups>
      </Card>
    </Page>
  );
}
