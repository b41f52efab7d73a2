// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { dropDraft, dropDrafts } from '../../../resource-client/use-draft.ts';
import { EntryDialog } from '../../../ui/entry/entry-dialog.tsx';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { FormDraft } from './form-draft.tsx';

const question = { selector: '.ant-modal-confirm-title' };

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  dropDrafts();
});

function Note({ of, onClose = () => undefined }: { readonly of: string; readonly onClose?: () => void }) {
  const [form] = Form.useForm();
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const save = (): void => {
    dropDraft(of);
    onClose();
  };
  return (
    <EntryDialog title="便条" onOk={() => form.submit()} onClose={onClose}>
      <Form form={form} name="note" initialValues={{ 'a.text': '原文' }} onFinish={save}>
        <FormDraft
          of={of}
          secrets={['password']}
          beside={{ ticked }}
          onUse={(kept) => setTicked((now) => (kept['ticked'] as readonly number[] | undefined) ?? now)}
        />
        <Form.Item name={['a.text']} label="内容">
          <Input />
        </Form.Item>
        <Form.Item name="password" label="密码">
          <Input />
        </Form.Item>
        <button type="button" onClick={() => setTicked([...ticked, 3])}>
          勾选
        </button>
        <output>{ticked.join('、')}</output>
      </Form>
    </EntryDialog>
  );
}

const valueOf = (label: string): unknown => (screen.getByLabelText(label) as HTMLInputElement).value;

test('an interrupted form offers its input again, without secrets, and asks before it is lost', async () => {
  const user = openStage(<Note of="note.7" />);
  await user.clear(screen.getByLabelText('内容'));
  await user.type(screen.getByLabelText('内容'), '新的');
  await user.type(screen.getByLabelText('密码'), '秘密');
  await user.click(screen.getByText('勾选'));
  cleanup();

  const onClose = vi.fn<() => void>();
  const again = openStage(<Note of="note.7" onClose={onClose} />);
  expect(valueOf('内容')).toBe('原文');
  await again.click(screen.getByRole('button', { name: '恢复' }));
  await waitFor(() => expect(valueOf('内容')).toBe('新的'));
  expect(valueOf('密码')).toBe('');
  expect(screen.getByText('3').tagName).toBe('OUTPUT');
  await again.keyboard('{Escape}');
  await screen.findByText('当前内容尚未保存，确定离开吗？', question);
  expect(onClose).not.toHaveBeenCalled();
});

test('input is offered for its own row alone, and no more after a save or after it was taken back', async () => {
  const user = openStage(<Note of="note.7" />);
  await user.type(screen.getByLabelText('内容'), '改');
  cleanup();
  openStage(<Note of="note.8" />);
  expect(screen.queryByRole('button', { name: '恢复' })).toBeNull();
  cleanup();

  const again = openStage(<Note of="note.7" />);
  expect(screen.getByRole('button', { name: '恢复' })).toBeTruthy();
  await again.type(screen.getByLabelText('内容'), '改{Backspace}');
  cleanup();
  const third = openStage(<Note of="note.7" />);
  expect(screen.queryByRole('button', { name: '恢复' })).toBeNull();
  await third.type(screen.getByLabelText('内容'), '存');
  await third.click(screen.getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => cleanup());
  openStage(<Note of="note.7" />);
  expect(screen.queryByRole('button', { name: '恢复' })).toBeNull();
});

/** Without drafts: passwords, codes, ids of people, questions, what precedes the sign-in, one with a given draft. */
const withoutDraft =
  /\/(relogin-form|mail-link-page|first-password-dialog|register-form|password-form|authenticator-part|phone-proof|forgot-dialog|preferences-form|many-dialog|grounds-dialog|gzh-test|staff-register-page|sign-dialog)\.tsx$/;

test('every form of the product keeps drafts', () => {
  const sources = import.meta.glob<string>('/apps/web/src/**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const forms = Object.entries(sources).filter(
    ([path, text]) => /<Form[\s>]/.test(text) && !path.endsWith('.test.tsx'),
  );
  expect(forms.length).toBeGreaterThan(15);
  const left = forms.filter(([path, text]) => !withoutDraft.test(path) && !/<(FormDraft|DraftNotice)/.test(text));
  expect(left.map(([path]) => path)).toEqual([]);
});
