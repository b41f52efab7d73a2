// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { dropDrafts } from '../../resource-client/use-draft.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { UnitDialog } from './unit-dialog.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(() => {
  clearStage();
  dropDrafts();
});

test('a unit that was not saved is offered again', async () => {
  const dialog = <UnitDialog unit={null} parent={null} onSaved={() => undefined} onClose={() => undefined} />;
  const user = openStage(dialog);
  await user.type(screen.getByRole('textbox'), '康复科');
  cleanup();
  const again = openStage(dialog);
  await again.click(screen.getByRole('button', { name: '恢复' }));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', '康复科'));
});
