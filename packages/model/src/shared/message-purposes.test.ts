import { expect, test } from 'vitest';
import { gzhPlaceholders } from '../platform/gzh-template.ts';
import { settings } from '../reference/settings.ts';
import { messageDefinitions, messagePurposes, smsTemplateSettings } from './message-purposes.ts';

const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

const definitions = Object.entries(messageDefinitions);

test.each(definitions)('%s says the same in both languages', (_purpose, { subject, body }) => {
  expect(placeholdersOf(body.en)).toEqual(placeholdersOf(body['zh-Hans']));
  expect(placeholdersOf(subject.en)).toEqual(placeholdersOf(subject['zh-Hans']));
});

test.each(definitions)('%s has a template where it goes by SMS, and the next channels are its own', (_, definition) => {
  const { channels, template } = definition;
  expect(template !== null).toBe('sms' in channels);
  const next = Object.values(channels).filter((channel) => channel !== null && channel !== 'phone');
  expect(next.filter((channel) => !(channel in channels))).toEqual([]);
});

test('the settings, the outbox and the official account know the purposes that the table names', () => {
  const names = new Set(settings.rows.map(({ name }) => name));
  expect(smsTemplateSettings.filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(smsTemplateSettings).size).toBe(smsTemplateSettings.length);
  expect(messagePurposes.names).toEqual(definitions.map(([purpose]) => purpose));
  const byTemplate = definitions.filter(([, { channels }]) => 'template' in channels).map(([purpose]) => purpose);
  expect(byTemplate).toEqual(Object.keys(gzhPlaceholders));
});

test('a quota names its summary, which goes by the same channels and has no quota', () => {
  const limited = definitions.flatMap(([, { quota, channels }]) => (quota ? { quota, channels } : []));
  expect(limited.length).toBeGreaterThan(0);
  for (const { quota, channels } of limited)
    expect(messageDefinitions[quota.summary]).toMatchObject({ channels, quota: null });
});
