// @vitest-environment happy-dom
import { careTeam } from '@kangmai/model/organization';
import { fieldOf } from '@kangmai/resource';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { blankRow } from '../../../resource-client/row.ts';
import { faceOf } from '../../field-kinds/faces.ts';
import { fakeServer, pageOf } from '../../test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../test/stage.tsx';
import { RowsCell } from './rows-cell.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

test('the lines of a row name what they refer to, asked for in one request', async () => {
  const requests = fakeServer({
    'GET YS_ZLXZs/GetAllUserForLookupTable': () =>
      pageOf({ id: 7, displayName: '王医生' }, { id: 8, displayName: '陈护士' }),
  });
  const members = [
    { user: 7, roleInTeam: 'doctor', isDefault: false },
    { user: 8, roleInTeam: 'nurse', isDefault: true },
  ];
  openStage(
    <RowsCell
      {...{ faceOf, resource: careTeam, name: 'members', row: blankRow, names: {}, value: members }}
      field={fieldOf(careTeam, 'members')}
      isFull
    />,
  );
  await screen.findByText('王医生');
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^成员队内角色/),
    expect.stringMatching(/^王医生医生/),
    expect.stringMatching(/^陈护士护士/),
  ]);
  expect(requests.map(({ query }) => query['IdFilter'])).toEqual(['7,8']);
});
