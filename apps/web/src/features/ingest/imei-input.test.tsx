// @vitest-environment happy-dom
import { ingestSource } from '@kangmai/model/ingest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { setCulture } from '../../lib/i18n/i18n.ts';
import { loadTexts } from '../../lib/i18n/texts.ts';
import { imeiInput } from './imei-input.tsx';

beforeAll(async () => {
  setCulture('zh-Hans');
  await loadTexts();
});

afterEach(cleanup);

const { Input, check } = imeiInput;
let last: unknown;

function Stage() {
  const [value, setValue] = useState<unknown>(['867000000000001']);
  last = value;
  return (
    <Input
      id="imeis"
      resource={ingestSource}
      name="imeiList"
      field={ingestSource.fields.imeiList}
      value={value}
      onChange={setValue}
    />
  );
}

test('numbers are pasted with any separators, counted once each, and emptied to null', async () => {
  render(<Stage />);
  const box = screen.getByRole('textbox');
  expect(box).toHaveProperty('value', '867000000000001');
  const user = userEvent.setup();
  await user.click(box);
  await user.paste('\n867000000000002，867000000000003 867000000000002\n');
  expect(last).toEqual(['867000000000001', '867000000000002', '867000000000003']);
  expect(screen.getByText('每行一个，共 3 个')).toBeTruthy();
  await user.clear(box);
  expect(last).toBeNull();
});

test('wrong numbers are named', () => {
  expect(check?.(['867000000000001', '8670<b>', 'x'.repeat(33)], {})).toBe(
    `2 个设备号不正确：8670<b>、${'x'.repeat(33)}`,
  );
  expect(check?.(null, {})).toBeNull();
});
