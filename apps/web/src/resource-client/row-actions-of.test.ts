import {
  choice,
  date,
  defineModel,
  defineResource,
  defineStates,
  move,
  permissionsOfWrite,
  ref,
} from '@kangmai/resource';
import { rowWriter } from '@kangmai/resource/wire';
import { beforeEach, expect, test } from 'vitest';

import { useSession, type Session } from '../lib/session/session.ts';
import { nextMove, rowActionsOf } from './row-actions-of.ts';
import { readRow } from './row.ts';

const states = defineStates({
  draft: { label: '草稿', en: 'Draft' },
  submitted: { label: '待审批', en: 'Submitted' },
  approved: { label: '已生效', en: 'Approved' },
  withdrawn: { label: '已撤回', en: 'Withdrawn', aside: true },
});

const contract = defineResource({
  name: 'contract',
  title: '合同',
  en: 'Contracts',
  scope: 'tenant',
  permission: 'Pages.Contracts',
  wire: { service: 'Contract', entity: 'Contract', calls: { list: 'GetAll', save: 'CreateOrEdit' } },
  fields: {
    submitter: ref('user', { label: '提交人', en: 'Submitter', readonly: true }),
    lawyer: ref('user', { label: '法务', en: 'Lawyer' }),
    beginsOn: date({ label: '起始日', en: 'Begins on' }),
    state: choice(states, { label: '状态', en: 'State', default: 'draft' }),
  },
  list: { columns: ['submitter'], sort: 'state' },
  display: 'state',
  moves: {
    on: 'state',
    submit: move({
      label: '提交',
      en: 'Submit',
      from: ['draft'],
      to: 'submitted',
      permission: 'Edit',
      fromDay: 'beginsOn',
    }),
    approve: move({
      label: '批准',
      en: 'Approve',
      from: ['submitted'],
      to: 'approved',
      permission: 'Edit',
      notBy: ['createdBy', 'submitter'],
    }),
    withdraw: move({ label: '撤回', en: 'Withdraw', from: ['draft'], to: 'withdrawn', permission: 'Edit' }),
    check: move({ label: '审查', en: 'Check', from: ['submitted'], to: 'draft', permission: 'Edit', by: ['lawyer'] }),
  },
});

const me = 7;
const offered = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  rowActionsOf(contract, { values }).map(([name]) => name);
const submitted = { state: 'submitted', submitter: 8, lawyer: 9 };

beforeEach(() =>
  useSession.setState({
    user: { id: me } as Session['user'],
    permissions: new Set([permissionsOfWrite(contract, 'Edit')].flat()),
  }),
);

test('a move that excludes the user is not offered', () => {
  expect(offered(submitted)).toEqual(['approve']);
  expect(offered({ ...submitted, submitter: me })).toEqual([]);
});

test('rows tell who created them where a move depends on that', () => {
  const wire = (creatorUserId: number | null) => ({
    id: 1,
    state: 'submitted',
    submitter: 8,
    lawyer: 9,
    creatorUserId,
  });
  const offeredOf = (row: object) => rowActionsOf(contract, readRow(contract, row)).map(([name]) => name);
  expect(readRow(contract, wire(me)).values).toHaveProperty('createdBy', me);
  const made = rowWriter(contract, defineModel([contract] as never)).flat({
    id: 1,
    rowVersion: 1,
    createdAt: new Date(),
    createdBy: me,
    state: 'submitted',
    submitter: 8,
    lawyer: 9,
  });
  expect(made).toHaveProperty('creatorUserId', me);
  expect(offeredOf(made)).toEqual([]);
  expect(offeredOf({ ...made, creatorUserId: 8 })).toEqual(['approve']);
});

test('a move that names its users is offered to them alone', () => {
  expect(offered({ ...submitted, lawyer: me })).toEqual(['approve', 'check']);
  expect(offered({ ...submitted, lawyer: null })).toEqual(['approve']);
});

test('a move is offered from the day of the row on, and the next one never leaves the usual way', () => {
  const next = (values: Readonly<Record<string, unknown>>) =>
    nextMove(contract, rowActionsOf(contract, { values }), { values })?.[0];
  const early = { state: 'draft', beginsOn: '2999-01-01' };
  expect([offered(early), next(early)]).toEqual([['withdraw'], undefined]);
  const begun = { state: 'draft', beginsOn: '2020-01-01' };
  expect([offered(begun), next(begun)]).toEqual([['submit', 'withdraw'], 'submit']);
});

test('what the row does not tell excludes nobody', () => {
  expect(offered({ state: 'submitted' })).toEqual(['approve', 'check']);
});

test('without the permission nothing is offered', () => {
  useSession.setState({ permissions: new Set() });
  expect(offered(submitted)).toEqual([]);
});
