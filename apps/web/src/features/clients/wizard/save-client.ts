import { client } from '@kangmai/model/clients';
import { clientConsent } from '@kangmai/model/privacy';

import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { bodyOf, fieldOfMember, saveBody, type Values } from '../../../resource-client/body.ts';
import { refreshRows } from '../../../resource-client/row-keys.ts';
import { kindsName, wizardSteps } from './wizard-steps.ts';

const consentFields = Object.fromEntries(wizardSteps.at(-1)?.fields ?? []);

/** Saves a client and what was signed, all or nothing; the id of the client. */
export async function saveClient(values: Values): Promise<number> {
  const signed = (values[kindsName] as readonly string[] | undefined) ?? [];
  const shared = bodyOf(consentFields, values);
  const id = await api.post<number>(
    `${client.wire.service}/CreateWithConsents`,
    { client: saveBody(client, values), consents: signed.map((kind) => ({ ...shared, kind })) },
    { once: true },
  );
  await Promise.all([refreshRows(client), refreshRows(clientConsent)]);
  return id;
}

interface Refused {
  readonly name: string;
  readonly errors: string[];
}

/** The field of the wizard that a refused member belongs to: `consents[0].signer` or one of the client. */
function refusedField(member: string): string | undefined {
  const ofConsent = /^consents\[\d+\]\.(.+)$/i.exec(member)?.[1];
  if (ofConsent === undefined) return fieldOfMember(client.fields, member);
  return fieldOfMember(consentFields, ofConsent) ?? kindsName;
}

/** Sorts a refusal: messages of fields, and messages that belong to no field. */
export function sortRefusal(error: unknown): { readonly fields: readonly Refused[]; readonly rest: readonly string[] } {
  const fields = new Map<string, Set<string>>();
  const rest: string[] = [];
  for (const { message, members } of error instanceof ApiError ? error.validationErrors : []) {
    const names = members.map(refusedField).filter((name) => name !== undefined);
    if (names.length === 0) rest.push(message);
    for (const name of names) fields.set(name, (fields.get(name) ?? new Set()).add(message));
  }
  return { fields: [...fields].map(([name, errors]) => ({ name, errors: [...errors] })), rest };
}
