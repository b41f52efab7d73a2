import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Switch } from 'antd';

import { ApiError } from '../../lib/api/api-error.ts';
import { unitWord } from '../../lib/i18n/unit-word.ts';
import { useCan } from '../../lib/permissions.ts';
import { withUnit } from '../../lib/units.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import {
  listSettings,
  resetSettings,
  saveSettings,
  type BusinessSetting,
  type SettingGroup,
} from '../../resource-client/business-settings.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { NumberBox } from '../../ui/number-box.tsx';
import { wholeNumberRule } from '../../ui/number-rule.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { T } from './settings-texts.ts';
import css from './settings.module.css';

import type { ReactNode } from 'react';

const key = ['businessSettings'] as const;
const most = 2_147_483_647;

type Value = string | number | boolean | null;

function valueOf({ valueKind, value }: BusinessSetting): Value {
  if (valueKind === 'bool') return value.toLowerCase() === 'true';
  return valueKind === 'int' ? Number(value) : value;
}

function usualWord({ valueKind, default: usual, unit }: BusinessSetting): string {
  if (valueKind === 'bool') return T(usual.toLowerCase() === 'true' ? 'on' : 'off');
  if (usual === '') return T('empty');
  return unit === null ? usual : withUnit(usual, unit);
}

const rulesOf = ({ isRequired, label, valueKind, min, max }: BusinessSetting) => [
  ...(isRequired ? [{ required: true, message: T('required', { label }) }] : []),
  ...(valueKind === 'int' ? [wholeNumberRule({ label, min: min ?? -most, max: max ?? most })] : []),
];

function inputOf(setting: BusinessSetting) {
  const { valueKind, unit, max } = setting;
  if (valueKind === 'bool') return <Switch />;
  if (valueKind !== 'int') return <Input {...(max !== null && { maxLength: max })} />;
  return <NumberBox className={css['number'] ?? ''} {...(unit !== null && { suffix: unitWord(unit) })} />;
}

function SettingInput({ setting }: { readonly setting: BusinessSetting }) {
  const { key: name, label, valueKind, description } = setting;
  return (
    <Form.Item
      name={[name]}
      label={label}
      className={css['setting'] ?? ''}
      extra={[description, T('usual', { value: usualWord(setting) })].filter(Boolean).join(' · ')}
      rules={rulesOf(setting)}
      {...(valueKind === 'bool' && { valuePropName: 'checked' })}
    >
      {inputOf(setting)}
    </Form.Item>
  );
}

function GroupForm({ group: { group, title, settings } }: { readonly group: SettingGroup }) {
  const [form] = Form.useForm<Record<string, Value>>();
  const { message, modal } = App.useApp();
  const tell = useFailureNotice();
  const client = useQueryClient();
  const mayEdit = useCan('Pages.Basicplatform.Setting.Edit');
  const draftOf = `settings.${group}`;
  const after = async (done: string): Promise<void> => {
    dropDraft(draftOf);
    await client.invalidateQueries({ queryKey: key });
    void message.success(done);
  };
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) return tell(error);
    const fields = error.validationErrors.flatMap(({ members, message: why }) =>
      members.map((member) => ({
        name: [member.replace(/^values\./, '')] as [string],
        errors: [why],
      })),
    );
    form.setFields(fields);
    if (fields.length === 0) tell(error);
  };
  const reset = (): void =>
    void modal.confirm({
      title: T('askReset', { group: title }),
      okText: T('reset'),
      onOk: () => resetSettings(group).then(() => after(T('resetDone')), tell),
    });
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={!mayEdit}
      requiredMark
      className={css['form'] ?? ''}
      initialValues={Object.fromEntries(settings.map((setting) => [setting.key, valueOf(setting)]))}
      onFinish={(values) => void saveSettings(group, values).then(() => after(T('saved')), refuse)}
    >
      <FormDraft of={draftOf} />
      {settings.map((setting) => (
        <SettingInput key={setting.key} setting={setting} />
      ))}
      {mayEdit ? (
        <div className={css['buttons']}>
          <Button type="primary" htmlType="submit">
            {T('save')}
          </Button>
          <Button onClick={reset}>{T('reset')}</Button>
        </div>
      ) : (
        <p>{T('viewOnly')}</p>
      )}
    </Form>
  );
}

const formOf = (group: SettingGroup): ReactNode => (
  <GroupForm key={group.settings.map(({ key: name, value }) => `${name}=${value}`).join()} group={group} />
);

interface SettingGroupsProps {
  readonly children: (groups: readonly SettingGroup[], form: (group: SettingGroup) => ReactNode) => ReactNode;
}

export function SettingGroups({ children }: SettingGroupsProps) {
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => listSettings(signal) });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  return data ? children(data, formOf) : <LoadingState />;
}
