import { failureSentence } from '../../lib/failure-words.ts';
import {
  preferenceChoices,
  preferencesOf,
  type PreferenceName,
  type PreferenceWords,
} from '@kangmai/model/preferences';
import { App, Form, Radio, Select } from 'antd';

import { savePreferences } from '../../lib/preferences.ts';
import { useSession } from '../../lib/session/session.ts';

import css from './space.module.css';
import { P } from './preference-texts.ts';

type WordChoice = Exclude<PreferenceName, 'autoLockMinutes'>;

const choices: readonly WordChoice[] = [
  'theme',
  'menuTheme',
  'menuOpening',
  'afterClose',
  'zoom',
  'fontSize',
  'density',
];

const labelOf = (name: WordChoice, word: string): string => P(`${name}.${word}` as Parameters<typeof P>[0]);

const minutes = [...preferenceChoices.autoLockMinutes.values].toSorted((one, other) => Number(one) - Number(other));
const minuteOptions = () =>
  minutes.map((value) => ({ value, label: value === '0' ? P('lockNever') : P('lockAfter', { n: value }) }));

export function PreferencesForm() {
  const { message, notification } = App.useApp();
  const settings = useSession((session) => session.settings);
  const now = preferencesOf(settings);
  const savePreference = async (changed: Partial<PreferenceWords>): Promise<void> => {
    try {
      await savePreferences(changed);
      message.success(P('preferenceSaved'));
    } catch (error) {
      notification.error({ title: P('preferenceFailed'), description: failureSentence(error) });
    }
  };
  return (
    <Form
      layout="horizontal"
      labelAlign="left"
      labelCol={{ flex: '144px' }}
      colon={false}
      className={css['preferences'] ?? ''}
    >
      {choices.map((name) => (
        <Form.Item key={name} label={P(name)}>
          <Radio.Group
            aria-label={P(name)}
            optionType="button"
            value={now[name]}
            options={preferenceChoices[name].values.map((value) => ({ value, label: labelOf(name, value) }))}
            onChange={({ target }) =>
              void savePreference({ [name]: target.value as string } as Partial<PreferenceWords>)
            }
          />
        </Form.Item>
      ))}
      <Form.Item label={P('autoLockMinutes')} htmlFor="auto-lock">
        <Select
          id="auto-lock"
          value={now.autoLockMinutes}
          options={minuteOptions()}
          onChange={(autoLockMinutes) => void savePreference({ autoLockMinutes })}
          style={{ width: 200 }}
        />
      </Form.Item>
    </Form>
  );
}
