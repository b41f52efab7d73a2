import { expect, test } from 'vitest';
import { action, choice, defineModel, defineResource, defineStates, fitsRow, id, move, text } from '../../index.ts';

const states = defineStates({ draft: { label: '草稿' }, sent: { label: '已提交' }, paid: { label: '已付款' } });
const billOf = (inStates: { readonly [call: string]: readonly ('draft' | 'sent' | 'paid')[] }) =>
  defineResource({
    name: 'bill',
    title: '账单',
    en: 'Bills',
    scope: 'tenant',
    permission: 'Pages.Bills',
    wire: { service: 'Bill', entity: 'Bill', calls: {} },
    fields: { note: text({ label: '备注' }), state: choice(states, { label: '状态', default: 'draft' }) },
    list: { columns: ['note'], sort: 'note' },
    display: 'note',
    actions: { copy: action({ label: '复制', wire: 'POST Copy', permission: 'Create', input: { id: id() } }) },
    moves: {
      on: 'state',
      send: move({ label: '提交', en: 'Send', from: ['draft'], to: 'sent', permission: 'Edit' }),
    },
    inStates,
  });
const bill = billOf({ edit: ['draft'], remove: [], copy: ['sent', 'paid'] });
const callsOf = (state: string): readonly string[] =>
  ['edit', 'remove', 'copy', 'send', 'export'].filter((call) => fitsRow(bill, call, { state }));

test.each([
  ['draft', ['edit', 'send', 'export']],
  ['sent', ['copy', 'export']],
  ['paid', ['copy', 'export']],
])('%s allows %j', (state, calls) => expect(callsOf(state)).toEqual(calls));

test.each(['send', 'nothing'])('a rule for %s is refused', (call) =>
  expect(() => defineModel([billOf({ [call]: ['draft'] })] as never)).toThrow(`bill.inStates.${call}`),
);
