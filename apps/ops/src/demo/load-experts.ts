import { demoExperts } from '@kangmai/demo/plan-experts';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertRows } from './load-rows.ts';

/** Outside doctors whom the staff of the house may consult. */
export const loadExperts = (tx: Tx): Promise<void> =>
  insertRows(
    tx,
    'expert',
    columnsOf(demoExperts, {
      name: ['text', ({ name }) => name],
      gender: ['text', ({ gender }) => gender],
      hospital: ['text', ({ hospital }) => hospital],
      ['hospital_level']: ['text', ({ hospitalLevel }) => hospitalLevel],
      department: ['text', ({ department }) => department],
      title: ['text', ({ title }) => title],
      ['good_at']: ['text', ({ goodAt }) => goodAt],
      ['outpatient_time']: ['text', ({ outpatientTime }) => outpatientTime],
      services: ['text[]', ({ services }) => services],
      fee: ['numeric', ({ fee }) => fee],
      ['sort_no']: ['smallint', (row) => demoExperts.indexOf(row) + 1],
    }),
  );
