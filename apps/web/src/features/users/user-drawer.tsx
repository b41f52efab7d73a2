import { user as userResource } from '@kangmai/model/organization';
import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Drawer, Form, Input, Segmented, type FormInstance } from 'antd';
import { useMemo, useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { membersWord } from '../../resource-client/members.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { getUserForm, saveUser, type EditedUser, type UserForm } from '../../resource-client/users.ts';
import { unitEntries } from '../../resource-client/units.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { useReveal } from '../../resource-client/use-reveal.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { RowsTab } from '../../resource-screens/traits/member-tab/rows-tab.tsx';
import { FormKeys, SaveKey } from '../../ui/entry/form-keys.tsx';
import { useAskBeforeClose } from '../../ui/entry/use-ask-before-close.ts';
import { MaskedValue } from '../../ui/masked-value.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useLeavingQuestions } from './use-leaving-questions.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

import type { TreeEntry } from '../../ui/tree-pane/tree-nodes.ts';

interface Values extends EditedUser {
  readonly password?: string;
  readonly setRandomPassword?: boolean;
  readonly sendActivationEmail?: boolean;
}

interface FormProps {
  readonly given: UserForm;
  readonly name: string;
  readonly onDirty: () => void;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const names = new Set(['name', 'surname', 'userName', 'emailAddress', 'phoneNumber', 'password']);

/** Shows refused members at their inputs. True when all of them have one. */
function placeProblems(form: FormInstance<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.validationErrors.length === 0) return false;
  const placed = error.validationErrors.filter(({ members }) => members.some((name) => names.has(name)));
  form.setFields(
    placed.flatMap(({ message, members }) =>
      members.map((name) => ({ name: name as keyof Values, errors: [message] })),
    ),
  );
  return placed.length === error.validationErrors.length;
}

const draftOf = ({ user }: UserForm): string => `user.${user.id ?? 'new'}`;

const neededRule = (field: string) => [{ required: true, whitespace: true, message: T('required', { field }) }];

/** The eye that shows the whole number of a stored phone. */
function PhoneHint({ id }: { readonly id: number }) {
  const ask = useReveal({ resource: userResource, id, name: 'phoneNumber' });
  return (
    <>
      {T('maskedHint')}
      {ask && (
        <MaskedValue label={T('phone')} masked={null} ask={ask}>
          {String}
        </MaskedValue>
      )}
    </>
  );
}

function PersonFields({ given: { id, phoneNumber } }: { readonly given: EditedUser }) {
  const isNew = id === null;
  const isRandom = Form.useWatch<boolean | undefined>('setRandomPassword');
  const passwordRules = isNew && !isRandom ? neededRule(T('password')) : [];
  return (
    <div className={css['grid']}>
      <Form.Item name="surname" label={T('surname')}>
        <Input maxLength={64} autoFocus={isNew} />
      </Form.Item>
      <Form.Item name="name" label={T('name')} rules={neededRule(T('name'))}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="userName" label={T('userName')} rules={neededRule(T('userName'))}>
        <Input maxLength={256} autoComplete="off" />
      </Form.Item>
      <Form.Item name="emailAddress" label={T('email')} rules={neededRule(T('email'))}>
        <Input maxLength={256} type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="phoneNumber" label={T('phone')} extra={id !== null && phoneNumber && <PhoneHint id={id} />}>
        <Input maxLength={32} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label={T('password')} rules={passwordRules}>
        <PasswordInput
          autoComplete="new-password"
          disabled={isRandom === true}
          {...(!isNew && { placeholder: T('passwordKeep') })}
        />
      </Form.Item>
    </div>
  );
}

const ticks = [
  ['setRandomPassword', 'randomPassword'],
  ['shouldChangePasswordOnNextLogin', 'changeNext'],
  ['sendActivationEmail', 'activationMail'],
  ['isActive', 'isActive'],
  ['isLockoutEnabled', 'lockout'],
  ['isTwoFactorEnabled', 'twoFactor'],
] as const;

const Ticks = () =>
  ticks.map(([name, word]) => (
    <Form.Item key={name} name={name} valuePropName="checked" className={css['tick'] ?? ''}>
      <Checkbox>{T(word)}</Checkbox>
    </Form.Item>
  ));

const ofRoles = { resource: userResource, name: 'roles' };
const ofUnits = { resource: userResource, name: 'organizationUnits' };

const roleEntries = ({ roles }: UserForm): readonly TreeEntry[] =>
  roles.map(({ roleId, roleDisplayName, inheritedFromOrganizationUnit }) => ({
    id: roleId,
    parentId: null,
    name: roleDisplayName,
    ...(inheritedFromOrganizationUnit && { note: T('byUnit') }),
  }));

function useSave(form: FormInstance<Values>, { given, onSaved }: FormProps, onRefused: () => void) {
  const { message } = App.useApp();
  const failed = useFailureNotice();
  return useMutation({
    mutationFn: ({ values, roles, units }: { values: Values; roles: readonly number[]; units: readonly number[] }) => {
      const { setRandomPassword = false, sendActivationEmail = false, password, ...user } = values;
      return saveUser({
        user: { ...user, id: given.user.id, rowVersion: given.user.rowVersion, password: password || null },
        assignedRoleNames: given.roles.filter(({ roleId }) => roles.includes(roleId)).map(({ roleName }) => roleName),
        organizationUnits: units,
        setRandomPassword,
        sendActivationEmail,
      });
    },
    onSuccess: () => {
      dropDraft(draftOf(given));
      message.success(T('saved'));
      void refreshRows(userResource);
      onSaved();
    },
    onError: (error) => {
      if (placeProblems(form, error)) onRefused();
      else failed(error);
    },
  });
}

function EditForm(props: FormProps) {
  const { given, onDirty, onCancel } = props;
  const [form] = Form.useForm<Values>();
  const [section, setSection] = useState('person');
  const [roles, setRoles] = useState<readonly number[]>(() =>
    given.roles.filter(({ isAssigned }) => isAssigned).map(({ roleId }) => roleId),
  );
  const [units, setUnits] = useState<readonly number[]>(() => {
    const own = new Set(given.memberedOrganizationUnits);
    return given.allOrganizationUnits.filter(({ code }) => own.has(code)).map(({ id }) => id);
  });
  const entries = useMemo(
    () => ({ roles: roleEntries(given), units: unitEntries(given.allOrganizationUnits) }),
    [given],
  );
  const save = useSave(form, props, () => setSection('person'));
  const isNew = given.user.id === null;
  const [ask, question] = useLeavingQuestions<Values>(given, {
    name: props.name,
    roles,
    onSave: (values) => save.mutate({ values, roles, units }),
  });
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V): void => {
      set(value);
      onDirty();
    };
  const takeUp = (kept: Partial<{ roles: readonly number[]; units: readonly number[] }>): void => {
    setRoles((now) => kept.roles ?? now);
    setUnits((now) => kept.units ?? now);
    onDirty();
  };
  const sections = [
    { value: 'person', label: T('person') },
    { value: 'roles', label: T('count', { what: membersWord(ofRoles), n: roles.length }) },
    { value: 'units', label: T('count', { what: membersWord(ofUnits), n: units.length }) },
  ];
  return (
    <Form
      form={form}
      name="user"
      layout="vertical"
      initialValues={given.user}
      onValuesChange={onDirty}
      onFinish={ask}
      onFinishFailed={() => setSection('person')}
    >
      <FormKeys className={css['form']} hasFocus={!isNew}>
        <FormDraft of={draftOf(given)} secrets={['password']} beside={{ roles, units }} onUse={takeUp} />
        <Segmented aria-label={T('sections')} options={sections} value={section} onChange={setSection} />
        <div hidden={section !== 'person'}>
          <PersonFields given={given.user} />
          <Ticks />
        </div>
        {section === 'roles' && (
          <RowsTab of={ofRoles} entries={entries.roles} value={roles} onChange={changed(setRoles)} />
        )}
        {section === 'units' && (
          <RowsTab of={ofUnits} entries={entries.units} value={units} onChange={changed(setUnits)} />
        )}
        {question}
        <div className={css['foot']}>
          <SaveKey />
          <Button onClick={onCancel}>{L('word.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {L('word.save')}
          </Button>
        </div>
      </FormKeys>
    </Form>
  );
}

/** Creates or edits a user: the person, roles, units. Closing it with unsaved input asks first. */
export function UserDrawer({
  id,
  name,
  onClose,
}: {
  readonly id: number | null;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { leave, setDirty } = useAskBeforeClose(onClose);
  const { data, error, refetch } = useQuery({
    queryKey: ['user-form', id],
    queryFn: ({ signal }) => getUserForm(id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Drawer open size={640} title={id === null ? T('create') : T('editTitle', { name })} onClose={leave}>
      {data && <EditForm given={data} name={name} onDirty={() => setDirty(true)} onSaved={onClose} onCancel={leave} />}
      {!data && (error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />)}
    </Drawer>
  );
}
