import { expect, test } from 'vitest';
import { model } from './index.ts';
import { rawReading } from './measurements/raw-reading.ts';

/** Fields whose shape the kit does not know, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  'abnormalRule.condition': 'a rule condition; its own page edits it',
  'abnormalRule.test.rule': 'a whole rule; its own page sends it',
  'ingestSource.imeiList': 'a list of texts, typed as JSON until the form has a list',
  'deviceProduct.commands': 'a list of command codes, typed as JSON until the form has a list',
  'deviceCommand.args': 'arguments differ by command; written by the server',
  'mattressSleepReport.hypnogram': 'sent by the mattress in the shape of its maker',
  'rawReading.values': 'a reading of any kind; written by the server',
  'quarantinedReading.payload': 'a packet that could not be read; written by the server',
};

// Raw readings are a shape of answers outside the model.
const bareFields = [...model.resources, rawReading].flatMap(({ name, fields, actions }) => [
  ...Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'json' ? [`${name}.${field}`] : [])),
  ...Object.entries(actions).flatMap(([action, { input }]) =>
    Object.entries(input).flatMap(([field, { kind }]) => (kind === 'json' ? [`${name}.${action}.${field}`] : [])),
  ),
]);

test('every bare json field has its reason, and no reason is left over', () => {
  expect(bareFields.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
