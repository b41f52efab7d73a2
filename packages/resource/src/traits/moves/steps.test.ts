import { expect, test } from 'vitest';
import { choice, defineResource, defineStates, move, stepsOf, text } from '../../index.ts';

const states = defineStates({
  draft: { label: '草稿' },
  sent: { label: '已提交' },
  paid: { label: '已付款', tone: 'good' },
  paused: { label: '暂缓', aside: true },
  refused: { label: '已拒绝', tone: 'bad', aside: true },
  waived: { label: '已减免', tone: 'good', aside: true },
});
const bill = defineResource({
  name: 'bill',
  title: '账单',
  en: 'Bills',
  scope: 'tenant',
  permission: 'Pages.Bills',
  wire: { service: 'Bill', entity: 'Bill', calls: {} },
  fields: { note: text({ label: '备注' }), state: choice(states, { label: '状态', default: 'draft' }) },
  list: { columns: ['note'], sort: 'note' },
  display: 'note',
  moves: {
    on: 'state',
    send: move({ label: '提交', en: 'Send', from: ['draft'], to: 'sent', permission: 'Edit' }),
    pay: move({ label: '付款', en: 'Pay', from: ['sent'], to: 'paid' }),
    pause: move({ label: '暂缓', en: 'Pause', from: ['sent'], to: 'paused', permission: 'Edit', ownCall: false }),
    resume: move({ label: '恢复', en: 'Resume', from: ['paused'], to: 'sent', permission: 'Edit' }),
    refuse: move({ label: '拒绝', en: 'Refuse', from: ['sent', 'paused'], to: 'refused', permission: 'Edit' }),
    waive: move({ label: '减免', en: 'Waive', from: ['draft', 'sent'], to: 'waived', permission: 'Edit' }),
  },
});
const shown = (state: string): string =>
  stepsOf(bill, state)
    .map(({ name, place }) => `${name} ${place}`)
    .join(', ');

test.each([
  ['draft', 'draft present, sent ahead, paid ahead'],
  ['sent', 'draft passed, sent present, paid ahead'],
  ['paid', 'draft passed, sent passed, paid ended'],
  ['paused', 'draft passed, sent passed, paused present, paid ahead'],
  ['refused', 'draft passed, sent passed, refused brokenOff'],
  ['waived', 'draft passed, waived ended'],
])('%s among its steps', (state, steps) => expect(shown(state)).toBe(steps));

test('moves without a call of their own are no actions', () => {
  expect(Object.keys(bill.actions)).toEqual(['send', 'resume', 'refuse', 'waive']);
});
