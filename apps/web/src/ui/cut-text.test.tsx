// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { CutText } from './cut-text.tsx';

afterEach(cleanup);

test('a truncated text gets its tooltip without being replaced, so that a click on it is never lost', async () => {
  render(<CutText text="血压计说明书第二版" />);
  const shown = screen.getByText('血压计说明书第二版');
  Object.defineProperties(shown, { scrollWidth: { value: 200 }, clientWidth: { value: 80 } });
  fireEvent.pointerEnter(shown);
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  expect(shown.isConnected).toBe(true);
});
