import { zoneNames } from '@kangmai/domain';
import { App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';

import { offsetOf } from '../../lib/dates.ts';
import { culture } from '../../lib/i18n/i18n.ts';
import { L } from '../../lib/i18n/texts.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { useSession } from '../../lib/session/session.ts';

import { saveProfile, type Profile, type ProfileInput } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { fieldProblems, statusOf } from './failures.ts';
import { PhoneProof } from './phone-proof.tsx';

const fields = ['name', 'surname', 'userName', 'emailAddress', 'phoneNumber', 'timezone'] as const;
const draftOf = 'profile';
const reloadMs = 1500;

/** `中国标准时间`: name of a time zone in the user's language. */
const zoneWord = (iana: string): string =>
  new Intl.DateTimeFormat(culture(), { timeZone: iana, timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? iana;

const zones = () =>
  zoneNames.map(({ windows, iana }) => ({ value: windows, label: `(UTC${offsetOf(iana)}) ${zoneWord(iana)} ${iana}` }));

const isOn = (settings: Readonly<Record<string, string>>, name: string): boolean =>
  settings[name]?.toLowerCase() === 'true';

interface ProfileFormProps {
  profile: Profile;
  onSaved: () => void;
  onVerified: () => void;
  onCancel: () => void;
}

function useSave(profile: Profile, onSaved: () => void) {
  const { message, notification } = App.useApp();
  const [form] = Form.useForm<ProfileInput>();
  const [isBusy, setBusy] = useState(false);
  const submitProfile = async (values: ProfileInput): Promise<void> => {
    setBusy(true);
    try {
      const next = { ...values, timezone: values.timezone ?? profile.timezone };
      await saveProfile(next);
      useSession.setState(({ user }) => ({
        user: user && {
          ...user,
          name: next.name,
          surname: next.surname,
          userName: next.userName,
          emailAddress: next.emailAddress,
        },
      }));
      dropDraft(draftOf);
      message.success(A('saved'));
      onSaved();
      if (next.timezone === profile.timezone) return;
      notification.info({ title: A('zoneChanged') });
      setTimeout(() => location.reload(), reloadMs);
    } catch (error) {
      form.setFields(fieldProblems(error, fields));
      notification.error({ title: A('saveFailed'), description: statusOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return { form, isBusy, save: submitProfile };
}

const required = (message: string) => ({ required: true, whitespace: true, message });

export function ProfileForm({ profile, onSaved, onVerified, onCancel }: ProfileFormProps) {
  const settings = useSession((session) => session.settings);
  const { form, isBusy, save } = useSave(profile, onSaved);
  const phone = Form.useWatch('phoneNumber', form);
  const isSavedPhone = Boolean(profile.phoneNumber) && phone === profile.phoneNumber;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      initialValues={profile}
      onFinish={(values) => void save(values)}
    >
      <FormDraft of={draftOf} />
      <div className={css['pair']}>
        <Form.Item name="surname" label={A('surname')} rules={[required(A('surnameMissing'))]}>
          <Input maxLength={64} autoComplete="family-name" />
        </Form.Item>
        <Form.Item name="name" label={A('name')} rules={[required(A('nameMissing'))]}>
          <Input maxLength={64} autoComplete="given-name" />
        </Form.Item>
      </div>
      <Form.Item
        name="emailAddress"
        label={A('email')}
        rules={[required(A('emailMissing')), { type: 'email', message: A('emailBad') }]}
        {...(!profile.isEmailConfirmed && { extra: A('emailUnconfirmed') })}
      >
        <Input maxLength={256} autoComplete="email" />
      </Form.Item>
      <div className={css['phone']}>
        <Form.Item
          name="phoneNumber"
          label={A('phone')}
          rules={[{ pattern: /^(\+|00)?\d{5,15}$/, message: A('phoneBad') }]}
        >
          <Input maxLength={20} autoComplete="tel" inputMode="tel" />
        </Form.Item>
        {isSavedPhone && isOn(settings, 'App.UserManagement.SmsVerificationEnabled') && (
          <PhoneProof
            phone={profile.phoneNumber ?? ''}
            isVerified={profile.isPhoneNumberConfirmed}
            onVerified={onVerified}
          />
        )}
      </div>
      <Form.Item
        name="userName"
        label={A('userName')}
        rules={[required(A('userNameMissing'))]}
        {...(profile.isUserNameFixed && { extra: A('adminFixed') })}
      >
        <Input maxLength={256} disabled={profile.isUserNameFixed} autoComplete="username" />
      </Form.Item>
      {isOn(settings, 'App.Timing.SupportsMultipleTimezone') && (
        <Form.Item name="timezone" label={A('zone')}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={zones()} />
        </Form.Item>
      )}
      <div className={css['buttons']}>
        <Button onClick={onCancel}>{L('word.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {L('word.save')}
        </Button>
      </div>
    </Form>
  );
}
