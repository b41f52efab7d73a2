import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');
/** They end by their own buttons, or lose nothing: they show keys, compare, filter, tick tabs, list types or places. */
const withoutQuestion = [
  'app/frame/relogin-form.tsx',
  'app/sign-in/first-password-dialog.tsx',
  'app/tabs/tab-limit-dialog.tsx',
  'features/bookings/booking-buttons.tsx',
  'features/dictionary/dictionary.screen.tsx',
  'features/ingest/key-dialog.tsx',
  'features/messages/gzh-logs.tsx',
  'features/roles/compare-drawer.tsx',
];

const asks = /useAskBeforeClose|EntryD/;
const form = /<(Form|FormFields|\w+Form)[\s>]/;
const input =
  /<(Form|Input|InputNumber|Select|Tree|TreeSelect|Cascader|Checkbox|Radio|Switch|DatePicker|Upload|Transfer|FormFields|\w+Form)[\s>.]/;

const textOf = (path: string): string => readFileSync(join(sources, path), 'utf8');
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
);

test('every dialog and drawer with input asks before unsaved input is lost', () => {
  const silent = files.filter((path) => {
    const text = textOf(path);
    return /<(Modal|Drawer|Overlay)[\s>]/.test(text) && input.test(text) && !asks.test(text);
  });
  expect(silent.toSorted()).toEqual(withoutQuestion);
});

test('a dialog whose inputs are in no form says itself whether they changed', () => {
  const own = files.filter((path) => /<Entry(Dialog|Drawer)[\s>]/.test(textOf(path)));
  expect(own.filter((path) => !form.test(textOf(path)) && !textOf(path).includes('isChanged'))).toEqual([]);
  expect(own.length).toBeGreaterThan(15);
});
