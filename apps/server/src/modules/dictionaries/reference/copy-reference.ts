import { platformRules } from '@kangmai/domain';
import { alarmPolicies, deviceProducts, deviceTypes, dictionaries } from '@kangmai/model/reference';
import type { Tx } from '../../../platform/database/database.ts';
import { copyDeviceProducts, copyDeviceTypes } from './device-rows.ts';
import { copyDictionaries } from './dictionary-rows.ts';
import { copyPolicies } from './policy-rows.ts';
import { copyRules } from './rule-rows.ts';

/** Increases with every set and rule; rows of the reference are switched off, never removed. */
export const referenceVersion =
  dictionaries.version +
  alarmPolicies.version +
  deviceTypes.version +
  deviceProducts.version +
  platformRules.reduce((sum, rule) => sum + rule.version, 0);

/**
 * Copies the platform's reference into the tenant of the transaction: dictionaries, device types, products, judging
 * rules and escalation policies, marked as built in. A newer release adds new rows and updates rows that nobody in the
 * tenant has changed; edited or deleted rows stay.
 * @returns whether anything changed
 */
export async function copyReference(tx: Tx): Promise<boolean> {
  const tenant = await tx.one<{ version: number }>(
    'select reference_version as version from tenant where id = $1 for update',
    [tx.tenantId],
  );
  if (tenant && tenant.version >= referenceVersion) return false;
  await Promise.all([
    copyDictionaries(tx),
    copyDeviceTypes(tx).then(() => copyDeviceProducts(tx)),
    copyRules(tx),
    copyPolicies(tx),
  ]);
  await tx.execute('update tenant set reference_version = $2 where id = $1', [tx.tenantId, referenceVersion]);
  return true;
}
