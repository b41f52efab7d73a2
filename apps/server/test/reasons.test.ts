import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { abnormalCase } from '@kangmai/model/alerts';
import { user } from '@kangmai/model/organization';
import type { AnyResource } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError, invalid, notAllowed } from '../src/platform/errors.ts';
import { errorAnswer } from '../src/http/envelope.ts';
import { problemText } from '../src/engine/labels.ts';
import { findText, type Culture } from '../src/platform/texts/index.ts';

const cultures: readonly Culture[] = ['zh-Hans', 'en'];
const root = join(import.meta.dirname, '../../..');

const word = String.raw`'([a-z]+(?:-[a-z]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+)'`;
const refusing =
  /\b(?:invalid|conflict|notAllowed|tooLarge|unsupported|rateLimited|unauthenticated|unavailable|AppError)\(/g;

/** What stands between the bracket at `from` and the one that closes it. */
function inBrackets(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1;
    if (')]}'.includes(text.charAt(at))) depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return '';
}

function reasonsIn(text: string): readonly string[] {
  const calls = [...text.matchAll(refusing)].map((match) => inBrackets(text, match.index + match[0].length - 1));
  const members = [...text.matchAll(/\breason: .*/g)].map(([line]) => line);
  return [...calls, ...members].flatMap((part) =>
    [...part.matchAll(new RegExp(word, 'g'))].map(([, found = '']) => found),
  );
}

const sources = ['apps/server/src', 'packages/resource/src', 'packages/domain/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .map((path) => join(root, folder, path)),
);

const texts = sources
  .filter((path) => !/[/-]texts\.ts$|zh-Hans|platform\/texts/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

/** Words of headings, hints and answers, which refuse nothing, and the search for events of devices. */
const noReason =
  /^(?:import\.(?:notes|report|suggest|template|yes)|rows\.place|validation\.narrative|binding\.worn|values\.event|follower\.bound|gzh\.menu-published|gzh\.trial)/;

/** The reasons that the sources name in refusals, and those of their texts that a source names. */
function reasonsOfServer(): readonly string[] {
  const spelled = texts.flatMap((text) => [...text.matchAll(new RegExp(word, 'g'))].map(([, found = '']) => found));
  const known = spelled.filter((key) => findText('zh-Hans', key) !== null);
  return [...new Set([...texts.flatMap(reasonsIn), ...known])]
    .filter((reason) => !noReason.test(reason) && !reason.endsWith('.details'))
    .toSorted((one, other) => one.localeCompare(other));
}

let app: TestApp;
let reasons: readonly string[];
beforeAll(async () => {
  app = await startApp();
  reasons = reasonsOfServer();
});
afterAll(() => app.close());

test('the server has its reasons in its sources', () => {
  expect(reasons.length).toBeGreaterThan(300);
  expect(reasons).toEqual(
    expect.arrayContaining(['ref.not-found', 'field.required', 'state.not-allowed', 'rule.form']),
  );
});

/** A text with the advice that follows it. */
const saidOf = (culture: Culture, reason: string): string =>
  [reason, `${reason}.details`].map((key) => findText(culture, key) ?? '').join(' ');

test('every reason has a sentence in each language, never a word or a key', () => {
  const least = { 'zh-Hans': /[\u4e00-\u9fff].*[\u4e00-\u9fff].*[\u4e00-\u9fff]/, en: /[a-z}”)].* .*[a-z}”)]/i };
  const bare = cultures.flatMap((culture) =>
    reasons.filter((reason) => !least[culture].test(saidOf(culture, reason))).map((reason) => `${reason} ${culture}`),
  );
  expect(bare).toEqual([]);
});

/** There is nothing to do: the reason says all. */
const final = new Set([
  'authenticator.off',
  'client-merge.undone',
  'command.bad-args',
  'device.kind-fixed',
  'impersonation.beyond',
  'impersonation.none',
  'impersonation.oneself',
  'import.over',
  'link.none',
  'link.oneself',
  'phone.confirmed-already',
  'phone.verification-off',
  'role.name-fixed',
  'role.static',
  'task.over',
  'tenant.default-stays',
  'user.admin-keeps-rights',
  'user.admin-stays',
  'user.delete-admin',
  'user.delete-own',
  'user.has-signed-in',
  'user.name-fixed',
  'user.own-account',
  // Its fields follow with what to do about each.
  'validation.failed',
  // An import shows its own advice beside it.
  'rule.metric',
]);

/** Words of somebody who says what to do, or what a value has to be. */
const advising = /请|应|须|只能|只接受|至少|最多|需要|无需|可以|可将|不能(?:晚|早|小|大|为|超过|与|是|低于|比|换)/;

test('every reason says what to do, or that nothing can be done', () => {
  const silent = reasons.filter((reason) => !final.has(reason) && !advising.test(saidOf('zh-Hans', reason)));
  expect(silent).toEqual([]);
  const gone = [...final].filter((reason) => !reasons.includes(reason));
  expect(gone).toEqual([]);
});

test('a refusal of a field names it by its label, also what only an action asks for and members', () => {
  const said = (resource: AnyResource, field: string) =>
    problemText('zh-Hans', resource, { field, reason: 'ref.not-found' });
  expect(said(user, 'roles')).toBe('角色中的记录不存在或不在您的可见范围内，请重新选择');
  expect(said(user, 'roleIds')).toBe(said(user, 'roles'));
  expect(said(abnormalCase, 'callRecord')).not.toMatch(/[a-z]/i);
});

test('what no text tells is a sentence all the same', () => {
  const { message } = (errorAnswer(notAllowed('no.such-reason'), 'zh-Hans').body as { error: { message: string } })
    .error;
  expect(message).toBe('发生错误');
  expect(errorAnswer(invalid('name', 'field.required'), 'en').body).toMatchObject({ success: false });
  expect(new AppError('invalid', 'x.y').text).toBe('x.y');
});
