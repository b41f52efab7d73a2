// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { ResourceScreen } from './resource-screen.tsx';
import { equipment, wireRow } from './test/equipment.ts';
import { fakeServer, pageOf } from './test/fake-server.ts';
import { clearStage, openStage, problemsOf, loadCulture } from './test/stage.tsx';

beforeAll(() => loadCulture('en'));
afterEach(clearStage);

const chinese = /\p{Script=Han}/u;

test('list, form and action of a definition hold no Chinese word of the product', async () => {
  fakeServer({
    'GET Equipment/GetAll': () => pageOf(wireRow(1, { name: 'Cuff' })),
  });
  const user = openStage(<ResourceScreen resource={equipment} />);
  await screen.findByText('Cuff');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'Code',
    'Category',
    'Uses (times)',
    'Actions',
  ]);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('form', { name: 'Filter' });
  expect(document.body.textContent).not.toMatch(chinese);
  await user.click(screen.getByRole('button', { name: /New$/ }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const name = screen.getByLabelText('Name', { selector: '.ant-form-item input' });
  await waitFor(() => expect(problemsOf(name)).toEqual(['Enter Name']));
  expect(document.body.textContent).not.toMatch(chinese);
});

test('an empty list and its hint', async () => {
  fakeServer({ 'GET Equipment/GetAll': () => pageOf() });
  openStage(<ResourceScreen resource={equipment} />);
  expect(await screen.findByText('Press “New” to add the first one')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(chinese);
});
