import { expect, test } from 'vitest';
import { rowsOf, type AnyField, type Fields } from '@kangmai/resource';
import { model } from './index.ts';
import { rawReading } from './measurements/raw-reading.ts';

/** Fields whose shape the kit does not know, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'abnormalRule.condition': 'a rule condition; its own page edits it',
  'abnormalRule.test.rule': 'a whole rule; its own page sends it',
  'tag.rule': 'a tree of conditions; its own page edits it',
  'ingestSource.imeiList': 'up to thousands of numbers; its page has a box with one a line',
  'deviceCommand.args': 'arguments differ by command; written by the server',
  'mattressSleepReport.hypnogram': 'sent by the mattress in the shape of its maker',
  'rawReading.values': 'a reading of any kind; written by the server',
  'commonDictionary.extra': 'attributes of a code in the shape of its source; sent by programs',
  'quarantinedReading.payload': 'a packet that could not be read; written by the server',
};

const isBare = (field: AnyField): boolean => field.kind === 'json' && !rowsOf(field);
const bareIn = (owner: string, fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isBare(field) ? [`${owner}.${name}`] : []));

// Raw readings are a shape of answers outside the model.
const bareFields = [...model.resources, rawReading].flatMap(({ name, fields, actions }) => [
  ...bareIn(name, fields),
  ...Object.entries(actions).flatMap(([action, { input }]) => bareIn(`${name}.${action}`, input)),
]);

test('every bare json field has its reason, and no reason is left over', () => {
  expect(bareFields.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
