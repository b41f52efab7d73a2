import { client, clientConsent } from '@kangmai/model';
import { type AnyField, Members, permissionsOfCall, permissionsOfWrite } from '@kangmai/resource';
import { z } from 'zod';
import { requireAny } from '../../access/ctx.ts';
import {
  answerSave,
  call,
  fieldLabel,
  saveInput,
  servedIn,
  whole,
  type Call,
  type CallCtx,
  type Implementation,
} from '../../engine/public.ts';
import { AppError, requireSound } from '../../platform/errors.ts';
import { stateAfter } from './client-saves.ts';

const consentFields: Readonly<Record<string, AnyField>> = clientConsent.fields;
const spellingOf = (name: string): string => consentFields[name]?.options.wire ?? name;

interface Intake {
  readonly code: Implementation;
  readonly consents: Implementation;
}

async function saveConsent(ctx: CallCtx, code: Implementation, { body, at }: { body: Members; at: number }) {
  await answerSave(servedIn(ctx, clientConsent, code), ctx, body).catch((error: unknown) => {
    if (error instanceof AppError && error.fields)
      requireSound(
        error.fields.map((problem) => ({
          ...problem,
          field: `consents[${at}].${spellingOf(problem.field)}`,
          label: fieldLabel(clientConsent, problem.field, ctx.caller.culture),
        })),
      );
    throw error;
  });
}

const most = 20;

/** A new client with the consents that were signed: all of it or nothing. */
export const intakeCall = ({ code, consents: consentCode }: Intake): Call =>
  call({
    wire: 'POST C_client/CreateWithConsents',
    title: '建档并登记知情同意',
    permission: permissionsOfCall(client, 'save'),
    resource: client,
    input: z.object({ client: saveInput(client), consents: z.array(saveInput(clientConsent)).max(most).nullish() }),
    output: whole,
    async run(ctx, { client: given, consents }) {
      const signed = consents ?? [];
      if (signed.length > 0) requireAny(ctx, permissionsOfWrite(clientConsent, 'Create'));
      const served = servedIn(ctx, client, code);
      const id = await answerSave(served, ctx, given.without('id'));
      for (const [at, body] of signed.entries())
        await saveConsent(ctx, consentCode, { body: body.without('id').with({ clientId: id }), at });
      // A client that was given as potential stays so.
      const state = given.get('state') === 'potential' ? {} : await stateAfter(ctx, Members.of({ id }));
      if ('state' in state) await answerSave(served, ctx, Members.of({ id, ...state }));
      return id;
    },
  });
