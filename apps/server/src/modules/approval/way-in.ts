import { parsePhone } from '@kangmai/domain';
import type { CallCtx } from '../../engine/public.ts';
import { addressKey } from '../../platform/address-key.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { requireOpenTenant } from '../identity/public.ts';
import { countTry, openCode, type PhoneHolder, placesOf, requireTriesLeft } from '../phone-proof/public.ts';
import { houseCode, isSameCode } from './house-code.ts';
import type { ApprovalParts } from './parts.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface Given {
  readonly registrationCode: string;
  readonly phone: string;
  readonly smsCode?: string;
}

export async function applicantOf(
  { services }: ApprovalParts,
  { tenantId, caller }: CallCtx,
  given: Given,
): Promise<PhoneHolder> {
  if (tenantId === 0) throw notAllowed('registration.no-tenant');
  const phone = parsePhone(given.phone);
  if (phone === undefined) throw invalid('phone', 'field.not-phone');
  return {
    purpose: 'applicant',
    phone,
    address: addressKey(caller.ip),
    sealer: await services.tenantKeys.of(tenantId),
  };
}

/** The id of the digits is 0 where none are required. */
interface Proof {
  readonly codeId: number;
  readonly openedBy: number;
}

type Refusal = 'closed' | 'house-code' | 'sms-code';

async function prove(tx: Tx, by: PhoneHolder, given: Given): Promise<Refusal | Proof> {
  await requireTriesLeft(tx, placesOf(by));
  const opened = await houseCode({ tx, tenantId: tx.tenantId, sealer: by.sealer });
  if (opened === undefined) return 'closed';
  const isHouse = isSameCode(given.registrationCode, opened.code);
  const codeId = isHouse && given.smsCode !== undefined ? await openCode(tx, by, given.smsCode) : 0;
  if (isHouse && codeId !== undefined) return { codeId, openedBy: opened.openedBy };
  await countTry(tx, placesOf(by));
  return isHouse ? 'sms-code' : 'house-code';
}

const refusals = {
  'house-code': ['registrationCode', 'application.house-code'],
  'sms-code': ['smsCode', 'phone-proof.sms-code'],
} as const;

/**
 * Checks the code of the house and the digits sent to the number. A wrong one counts although the call is refused.
 */
export async function enter(
  { services }: ApprovalParts,
  { tenantId }: CallCtx,
  { by, given }: { readonly by: PhoneHolder; readonly given: Given },
): Promise<Proof> {
  const found = await services.database.withTenant(tenantId, async (tx) => {
    await requireOpenTenant(tx, services.now());
    return prove(tx, by, given);
  });
  if (found === 'closed') throw notAllowed('application.closed');
  if (typeof found === 'string') {
    const [field, reason] = refusals[found];
    throw invalid(field, reason);
  }
  return found;
}
