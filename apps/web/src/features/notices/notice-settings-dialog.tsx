import { useQuery } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useState } from 'react';

import { failureSentence } from '../../lib/failure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { noticeSettings, saveNoticeSettings, type NoticeSettings, type PurposeSetting } from './notice-data.ts';
import { T } from './notice-texts.ts';
import css from './notices.module.css';

interface PurposesProps {
  readonly settings: NoticeSettings;
  readonly onChange: (settings: NoticeSettings) => void;
}

function Purposes({ settings, onChange }: PurposesProps) {
  const set = (name: string, part: Partial<PurposeSetting>): void =>
    onChange({
      ...settings,
      notifications: settings.notifications.map((each) => (each.name === name ? { ...each, ...part } : each)),
    });
  return (
    <>
      <label className={css['receive']}>
        <Switch
          checked={settings.receiveNotifications}
          onChange={(receiveNotifications) => onChange({ ...settings, receiveNotifications })}
        />
        {T('receive')}
      </label>
      <p className={css['hint']}>{T('receiveHint')}</p>
      <table className={css['settings']}>
        <thead>
          <tr>
            <th scope="col">{T('purpose')}</th>
            <th scope="col">{T('inApp')}</th>
            <th scope="col">{T('mail')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.notifications.map(({ name, displayName, isSubscribed, isMailed, isLocked }) => (
            <tr key={name}>
              <th scope="row">
                {displayName}
                {isLocked && <div className={css['hint']}>{T('locked')}</div>}
              </th>
              <td>
                <Switch
                  aria-label={`${displayName}：${T('inApp')}`}
                  checked={isSubscribed}
                  disabled={isLocked || !settings.receiveNotifications}
                  onChange={(isOn) => set(name, { isSubscribed: isOn })}
                />
              </td>
              <td>
                <Switch
                  aria-label={`${displayName}：${T('mail')}`}
                  checked={isMailed}
                  disabled={!settings.receiveNotifications && !isLocked}
                  onChange={(isOn) => set(name, { isMailed: isOn })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css['hint']}>{T('mailHint')}</p>
    </>
  );
}

/** What the user wants to be told, by purpose and channel. */
export function NoticeSettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { message, notification } = App.useApp();
  const { data, error, refetch } = useQuery(noticeSettings);
  const [changed, setChanged] = useState<NoticeSettings>();
  const [isSaving, setSaving] = useState(false);
  const settings = changed ?? data;
  const save = async (): Promise<void> => {
    if (!changed) return onClose();
    setSaving(true);
    try {
      await saveNoticeSettings(changed);
      message.success(T('saved'));
      onClose();
    } catch (failure) {
      notification.error({ title: T('failed'), description: failureSentence(failure) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <EntryDialog
      title={T('settings')}
      okText={L('word.save')}
      confirmLoading={isSaving}
      isChanged={changed !== undefined}
      onOk={() => void save()}
      onClose={onClose}
    >
      {error && <ErrorState message={failureSentence(error)} onRetry={() => void refetch()} />}
      {!error && !settings && <LoadingState />}
      {settings && <Purposes settings={settings} onChange={setChanged} />}
    </EntryDialog>
  );
}
