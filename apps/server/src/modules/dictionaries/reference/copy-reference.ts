import { platformRules } from '@kangmai/domain';
import { deviceProducts, deviceTypes, dictionaries } from '@kangmai/model/reference';
import type { Tx } from '../../../platform/database/database.ts';
import { copyDeviceProducts, copyDeviceTypes } from './device-rows.ts';
import { copyDictionaries } from './dictionary-rows.ts';
import { copyRules } from './rule-rows.ts';

/** Grows with every set and every rule; rows of the reference are switched off, never taken away. */
export const referenceVersion =
  dictionaries.version +
  deviceTypes.version +
  deviceProducts.version +
  platformRules.reduce((sum, rule) => sum + rule.version, 0);

/**
 * Copies what every tenant starts with into the tenant of the transaction: dictionaries, types of devices, products and rules of judgement,
 * marked as the system's own. Run again by a newer release it adds what is new and changes what nobody in the tenant has touched;
 * rows that were edited or deleted there stay as they are.
 * @returns whether there was something to do
 */
export async function copyReference(tx: Tx): Promise<boolean> {
  const tenant = await tx.one<{ version: number }>(
    'select reference_version as version from tenant where id = $1 for update',
    [tx.tenantId],
  );
  if (tenant && tenant.version >= referenceVersion) return false;
  await Promise.all([copyDictionaries(tx), copyDeviceTypes(tx).then(() => copyDeviceProducts(tx)), copyRules(tx)]);
  await tx.execute('update tenant set reference_version = $2 where id = $1', [tx.tenantId, referenceVersion]);
  return true;
}
