// @vitest-environment happy-dom
import { model } from '@kangmai/model';
import { permissionsOfAction, type Action, type AnyResource } from '@kangmai/resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { rowInput } from '../resource-client/body.ts';
import { rowActionsOf } from '../resource-client/row-actions-of.ts';
import { blankRow } from '../resource-client/row.ts';
import { dropDrafts } from '../resource-client/use-draft.ts';
import { useSession } from '../lib/session/session.ts';
import { ActionDialog } from './action-dialog.tsx';
import { fakeServer, pageOf } from './test/fake-server.ts';
import { clearStage, openStage, loadCulture } from './test/stage.tsx';

const row = { ...blankRow, id: 7, rowVersion: 1 };

const everything = new Set(
  model.resources.flatMap((resource) =>
    Object.values(resource.actions).flatMap((action) => permissionsOfAction(resource, action)),
  ),
);

/** What a dialog of an action asks for. */
const askedBy = (resource: AnyResource, action: Action): readonly string[] => {
  const given = rowInput(resource, action.input, row) ?? {};
  return Object.keys(action.input).filter((name) => !(name in given));
};

/** Every action that a row offers and that asks for something. */
function asking(): readonly (readonly [name: string, resource: AnyResource, action: Action])[] {
  useSession.setState({ permissions: everything });
  return model.resources.flatMap((resource) =>
    rowActionsOf(resource)
      .filter(([, action]) => askedBy(resource, action).length > 0)
      .map(([name, action]) => [`${resource.name} ${name}`, resource, action] as const),
  );
}

const actions = asking();
const question = { selector: '.ant-modal-confirm-title' };

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  dropDrafts();
});

function openAction(resource: AnyResource, action: Action) {
  const onClose = vi.fn<() => void>();
  const user = openStage(<ActionDialog resource={resource} action={action} row={row} onClose={onClose} />);
  return { user, onClose, dialog: screen.getByRole('dialog') };
}

type Opened = ReturnType<typeof openAction>;

const typed = (dialog: HTMLElement): HTMLInputElement | undefined =>
  [...dialog.querySelectorAll<HTMLInputElement>('textarea, input[type="text"], input:not([type])')].find(
    (input) => input.getAttribute('role') !== 'combobox' && !input.closest('.ant-picker'),
  );

const dated = (): HTMLInputElement | null => screen.getByRole('dialog').querySelector('.ant-picker input');

/** Numbers are written out when they lose the focus. */
const plain = (value: string | undefined): string | undefined =>
  value !== undefined && /^\d+\.\d+$/.test(value) ? String(Number(value)) : value;

/** Changes the first input; returns how its value reads. */
async function change({ user, dialog }: Opened): Promise<() => string | null | undefined> {
  // The picker of dates loads lazily.
  await waitFor(() => expect(dialog.querySelector('input, textarea')).toBeTruthy());
  const input = typed(dialog);
  if (input) {
    await user.type(input, '12');
    return () => plain(typed(screen.getByRole('dialog'))?.value);
  }
  const date = dated();
  if (date) {
    await user.clear(date);
    await user.type(date, '2026-01-02{Enter}');
    return () => dated()?.value;
  }
  const box = within(dialog).getAllByRole('combobox')[0];
  if (!box) throw new Error('the dialog has no input that the test can change');
  await user.click(box);
  const options = await waitFor(() => {
    const all = [...document.querySelectorAll('.ant-select-item-option:not(.ant-select-item-option-selected)')];
    expect(all.length).toBeGreaterThan(0);
    return all;
  });
  const word = options[0]?.textContent ?? '';
  await user.click(options[0] as Element);
  return () => (screen.getByRole('dialog').textContent.includes(word) ? word : null);
}

/** Leaves by Esc, after a list by the button: without animations the closed list would still take the key. */
async function leave({ user, dialog }: Opened): Promise<void> {
  if (typed(dialog)) await user.keyboard('{Escape}');
  else await user.click(within(dialog).getByRole('button', { name: /^(取消|返回)$/ }));
}

test.each(actions)('%s asks before its input is lost, and offers it again', async (_name, resource, action) => {
  fakeServer(
    new Proxy({}, { get: () => () => pageOf({ id: 1, displayName: '甲', code: '1', name: '甲' }) }) as Parameters<
      typeof fakeServer
    >[0],
  );
  const opened = openAction(resource, action);
  const valueOf = await change(opened);
  const value = valueOf();
  await leave(opened);
  await screen.findByText('当前内容尚未保存，确定离开吗？', question);
  expect(opened.onClose).not.toHaveBeenCalled();
  await opened.user.click(screen.getByRole('button', { name: '离开' }));
  await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce());
  cleanup();
  const again = openAction(resource, action);
  await again.user.click(await screen.findByRole('button', { name: '恢复' }));
  await waitFor(() => expect(valueOf()).toBe(value));
  await leave(again);
  await screen.findByText('当前内容尚未保存，确定离开吗？', question);
});

test('the product has actions that ask for input', () => {
  expect(actions.length).toBeGreaterThan(10);
});
