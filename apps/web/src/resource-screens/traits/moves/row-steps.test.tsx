// @vitest-environment happy-dom
import { choice, defineStates, move } from '@kangmai/resource';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { equipment } from '../../test/equipment.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { RowSteps } from './row-steps.tsx';

import type { AnyResource } from '@kangmai/resource';

const states = defineStates({
  ordered: { label: '已下单', en: 'Ordered' },
  sent: { label: '已发货', en: 'Sent' },
  received: { label: '已收货', en: 'Received', tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', aside: true },
});
const order = {
  ...equipment,
  fields: { ...equipment.fields, state: choice(states, { label: '状态', en: 'State', default: 'ordered' }) },
  moves: {
    on: 'state',
    send: move({ label: '发货', en: 'Send', from: ['ordered'], to: 'sent', permission: 'Edit' }),
    receive: move({ label: '收货', en: 'Receive', from: ['sent'], to: 'received', permission: 'Edit' }),
    cancel: move({ label: '取消', en: 'Cancel', from: ['ordered', 'sent'], to: 'cancelled', permission: 'Edit' }),
  },
} as AnyResource;

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const shown = (values: Readonly<Record<string, unknown>>): readonly string[] => {
  openStage(<RowSteps resource={order} values={values} />);
  const bar = screen.queryByRole('group', { name: '状态' });
  return bar ? [...bar.querySelectorAll('.ant-steps-item')].map((step) => step.textContent) : [];
};

test('the usual way stands as steps, the present one is marked', () => {
  expect(shown({ state: 'sent' })).toEqual(['已下单', '已发货', '已收货'].map((word) => expect.stringContaining(word)));
  const bar = screen.getByRole('group', { name: '状态' });
  expect(within(bar).getByText('已发货').getAttribute('aria-current')).toBe('step');
  expect(bar.querySelectorAll('[aria-current]')).toHaveLength(1);
  expect(bar.querySelectorAll('.ant-steps-item-finish')).toHaveLength(1);
  expect(bar.querySelectorAll('.ant-steps-item-wait')).toHaveLength(1);
});

test('a row that was broken off ends with an error', () => {
  expect(shown({ state: 'cancelled' })).toEqual(['已下单', '已取消'].map((word) => expect.stringContaining(word)));
  const error = document.querySelector('.ant-steps-item-error');
  expect(error?.textContent).toContain('已取消');
});

test('nothing is drawn before the state is known', () => {
  expect(shown({})).toEqual([]);
});
