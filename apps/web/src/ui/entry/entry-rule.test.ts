import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');
/** Dialogs that end by their own buttons alone, or lose nothing: they show a key, compare, or list types. */
const withoutQuestion = [
  'app/frame/relogin-form.tsx',
  'app/sign-in/first-password-dialog.tsx',
  'features/dictionary/dictionary.screen.tsx',
  'features/ingest/key-dialog.tsx',
  'features/roles/compare-drawer.tsx',
];

test('every dialog and drawer with input asks before unsaved input is lost', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const withInput = files.filter((path) => {
    const text = readFileSync(join(sources, path), 'utf8');
    const opens = /<(Modal|Drawer)[\s>]/.test(text);
    const asksForInput = /<(Form|Input|InputNumber|Select|Tree|FormFields|\w+Form)[\s>]/.test(text);
    return opens && asksForInput && !/useAskBeforeClose|EntryD/.test(text);
  });
  expect(withInput.toSorted()).toEqual(withoutQuestion);
});
