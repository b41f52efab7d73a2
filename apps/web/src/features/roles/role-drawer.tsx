import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Drawer, Form, Input, Radio } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { dropDraft } from '../../resource-client/use-draft.ts';
import { getRoleForm, saveRole, type EditedRole, type RoleForm } from '../../resource-client/roles.ts';
import { FormDraft } from '../../resource-screens/traits/drafts/form-draft.tsx';
import { NamesTab } from '../../resource-screens/traits/member-tab/names-tab.tsx';
import { FormKeys, SaveKey } from '../../ui/entry/form-keys.tsx';
import { useAskBeforeClose } from '../../ui/entry/use-ask-before-close.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import css from './roles.module.css';
import { T } from './roles-texts.ts';

type Values = Pick<EditedRole, 'displayName' | 'description' | 'dataScope' | 'isDefault'>;

interface FormProps {
  readonly given: RoleForm;
  readonly formId: string;
  readonly draftOf: string;
  readonly names: ReadonlySet<string>;
  readonly onNames: (names: ReadonlySet<string>) => void;
  readonly onDirty: () => void;
  readonly onPending: (isPending: boolean) => void;
  readonly onClose: () => void;
}

const scopes = ['all', 'unit', 'team', 'own'] as const;

function useSave({ given, draftOf, names, onClose, onPending }: FormProps) {
  const [form] = Form.useForm<Values>();
  const { message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  const { id, rowVersion } = given.role;
  const save = useMutation({
    mutationFn: (values: Values) => saveRole({ ...values, id, rowVersion }, [...names]),
    onMutate: () => onPending(true),
    onSettled: () => onPending(false),
    onSuccess: () => {
      dropDraft(draftOf);
      message.success(T('saved'));
      void client.invalidateQueries({ queryKey: ['roles'] });
      onClose();
    },
    onError: (error) => {
      const problem = error instanceof ApiError ? error.validationErrors[0] : undefined;
      if (problem?.members.includes('displayName'))
        form.setFields([{ name: 'displayName', errors: [problem.message] }]);
      else failed(error);
    },
  });
  return { form, save };
}

function EditForm(props: FormProps) {
  const { given, formId, draftOf, names, onNames, onDirty } = props;
  const { form, save } = useSave(props);
  const takeUp = ({ names: ticked }: { readonly names?: readonly string[] }): void => {
    if (ticked) onNames(new Set(ticked));
    onDirty();
  };
  return (
    <FormKeys className={css['form']}>
      <Form
        form={form}
        id={formId}
        name="role"
        layout="vertical"
        initialValues={given.role}
        onValuesChange={onDirty}
        onFinish={(values) => save.mutate(values)}
      >
        <FormDraft of={draftOf} beside={{ names: [...names].toSorted() }} onUse={takeUp} />
        <Form.Item
          name="displayName"
          label={T('name')}
          rules={[{ required: true, whitespace: true, message: T('required', { field: T('name') }) }]}
        >
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="dataScope" label={T('scope')}>
          <Radio.Group vertical options={scopes.map((value) => ({ value, label: T(value) }))} />
        </Form.Item>
        <Form.Item name="isDefault" valuePropName="checked">
          <Checkbox>{T('isDefault')}</Checkbox>
        </Form.Item>
        <Form.Item name="description" label={T('description')}>
          <Input.TextArea rows={4} maxLength={500} showCount />
        </Form.Item>
      </Form>
      <NamesTab permissions={given.permissions} value={names} onChange={onNames} />
    </FormKeys>
  );
}

/** A role to edit, or to start a new one from. */
interface DrawerProps {
  readonly id: number | null;
  readonly name: string;
  readonly isCopy: boolean;
  readonly onClose: () => void;
}

/** The form as it starts: a copy has no id and another name. */
function startOf(form: RoleForm, { isCopy, name }: DrawerProps): RoleForm {
  if (!isCopy) return form;
  const role = { ...form.role, id: null, rowVersion: null, isStatic: false, isDefault: false };
  return { ...form, role: { ...role, displayName: T('copyName', { name }) } };
}

function Opened({ form, props }: { readonly form: RoleForm; readonly props: DrawerProps }) {
  const [given] = useState(() => startOf(form, props));
  const [names, setNames] = useState<ReadonlySet<string>>(() => new Set(form.grantedPermissionNames));
  const [isPending, setPending] = useState(false);
  const { id, name, isCopy, onClose } = props;
  const [isDirty, setDirty] = useState(isCopy);
  const { leave } = useAskBeforeClose(onClose, isDirty);
  const title = id === null ? T('create') : T(isCopy ? 'copyTitle' : 'editTitle', { name });
  const changeNames = (next: ReadonlySet<string>): void => {
    setNames(next);
    setDirty(true);
  };
  return (
    <Drawer
      open
      size={960}
      title={title}
      onClose={leave}

      footer={
        <div className={css['foot']}>
          <SaveKey />
          <Button onClick={leave}>{L('word.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="role-form" loading={isPending}>
            {L('word.save')}
          </Button>
        </div>
      }
    >
      <EditForm
        given={given}
        formId="role-form"
        draftOf={`role.${id ?? 'new'}.${isCopy}`}
        names={names}
        onNames={changeNames}
        onDirty={() => setDirty(true)}
        onPending={setPending}
        onClose={onClose}
      />
    </Drawer>
  );
}

export function RoleDrawer(props: DrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['role-form', props.id],
    queryFn: ({ signal }) => getRoleForm(props.id, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <Opened form={data} props={props} />;
  return (
    <Drawer open size={960} title={props.name || T('create')} onClose={props.onClose}>
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />}
    </Drawer>
  );
}
