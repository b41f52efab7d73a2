import { client } from '@kangmai/model/clients';
import { clientConsent } from '@kangmai/model/privacy';

import { formFields } from '../../../resource-screens/form-values.ts';

import type { FieldEntry } from '../../../lib/field-sections.ts';

const identity = ['name', 'certificateType', 'certificateNo', 'gender', 'birthday'];
const contact = ['phone', 'regionCode', 'address', 'registeredAddress', 'longitude', 'latitude'];
const consent = ['version', 'signer', 'method', 'signedAt', 'expiresOn', 'file'];

/** Kinds that were signed; one consent is made of each. */
export const kindsName = 'kinds';

const all = formFields(client);
const isIn =
  (names: readonly string[]) =>
  ([name]: FieldEntry) =>
    names.includes(name);
const isBasic = ([, { options }]: FieldEntry): boolean => options.group === client.fields.name.options.group;

interface WizardStep {
  readonly key: 'identity' | 'contact' | 'service' | 'consent';
  readonly fields: readonly FieldEntry[];
  readonly isFolded: boolean;
}

/** The steps of a new file; each field of the form has its place in one of them. */
export const wizardSteps: readonly WizardStep[] = [
  { key: 'identity', fields: all.filter((entry) => isBasic(entry) && entry[0] !== 'phone'), isFolded: true },
  { key: 'contact', fields: contact.flatMap((name) => all.filter(isIn([name]))), isFolded: false },
  { key: 'service', fields: all.filter((entry) => !isBasic(entry) && !isIn(contact)(entry)), isFolded: true },
  { key: 'consent', fields: formFields(clientConsent).filter(isIn(consent)), isFolded: false },
];

/** What is read over before the save. */
export const summaryNames = [
  ...identity,
  'phone',
  'regionCode',
  'address',
  'organizationUnit',
  'healthManager',
  'doctor',
  'team',
];

/** The step that has a field; the last one where none has it. */
export function stepOf(name: string): number {
  const at = wizardSteps.findIndex(({ fields }) => fields.some(isIn([name])));
  return at < 0 ? wizardSteps.length - 1 : at;
}
