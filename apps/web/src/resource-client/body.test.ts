import { client } from '@kangmai/model';
import { expect, test } from 'vitest';

import { saveBody } from './body.ts';

const row = { id: 7, rowVersion: 3 };

test('what was emptied in a form is sent as nothing, whatever its kind', () => {
  const values = {
    name: '张三',
    workUnit: '',
    height: null,
    marriage: null,
    paymentTypes: [],
    doctor: null,
    isVip: false,
  };
  expect(saveBody(client, values, row)).toEqual({
    id: 7,
    rowVersion: 3,
    name: '张三',
    workUnit: null,
    height: null,
    marriage: null,
    paymentTypes: [],
    doctorId: null,
    isVip: false,
  });
});

test('a masked value left as it came is kept out; one that was emptied is sent as nothing', () => {
  expect(saveBody(client, { phone: '138****5678', certificateNo: '' }, row)).toEqual({
    id: 7,
    rowVersion: 3,
    certificate_no: null,
  });
});
