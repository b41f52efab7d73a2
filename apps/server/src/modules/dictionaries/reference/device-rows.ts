import { commandKinds, datums, deviceCategories, identifierKinds, productProtocols } from '@kangmai/model';
import { deviceProducts, deviceTypes, type DeviceProductSeed } from '@kangmai/model/reference';
import type { Tx } from '../../../platform/database/database.ts';

const typesJson = (): string =>
  JSON.stringify(
    deviceTypes.rows.map((type, at) => ({
      ['type_code']: type.typeCode,
      ['type_name']: type.typeName,
      category: deviceCategories.wireOf(type.category),
      measures: type.measures,
      ['offline_minutes']: type.offlineMinutes,
      position: (at + 1) * 10,
      ['need_sim']: type.needSim ?? false,
      ['id_kind']: identifierKinds.wireOf(type.idKind),
    })),
  );

const productsJson = (products: readonly DeviceProductSeed[]): string =>
  JSON.stringify(
    products.map((product) => ({
      ['product_code']: product.model,
      ['product_name']: product.productName,
      ['type_code']: product.typeCode,
      brand: product.brand ?? null,
      model: product.model,
      ['registration_no']: product.registrationNo ?? null,
      protocol: productProtocols.wireOf(product.protocol),
      datum: datums.wireOf(product.datum),
      commands: product.commands.map((code) => commandKinds.read(code)),
      ['max_contacts']: product.maxContacts,
    })),
  );

const typeRows =
  'jsonb_to_recordset($2::jsonb) as r(type_code text, type_name text, category text, measures text[], offline_minutes integer, position integer, need_sim boolean, id_kind text)';
const productRows =
  'jsonb_to_recordset($2::jsonb) as r(product_code text, product_name text, type_code text, brand text, model text, registration_no text, protocol text, datum text, commands text[], max_contacts integer)';

export async function copyDeviceTypes(tx: Tx): Promise<void> {
  const values = [tx.tenantId, typesJson()];
  await tx.execute(
    `update device_type t set type_name = r.type_name, category = r.category, measures = r.measures, offline_minutes = r.offline_minutes, updated_at = now(), row_version = row_version + 1 from ${typeRows}
    where t.tenant_id = $1 and t.type_code = r.type_code and t.is_system and t.updated_by is null and not t.is_deleted
      and (t.type_name, t.category, t.measures, t.offline_minutes) is distinct from (r.type_name, r.category, r.measures, r.offline_minutes)`,
    values,
  );
  await tx.execute(
    `insert into device_type (tenant_id, type_name, type_code, category, id_kind, measures, offline_minutes, need_sim, position, is_system)
    select $1, r.type_name, r.type_code, r.category, r.id_kind, r.measures, r.offline_minutes, r.need_sim, r.position, true from ${typeRows}
    where not exists (select 1 from device_type t where t.tenant_id = $1 and t.type_code = r.type_code)`,
    values,
  );
}

/** Adds products that a tenant lacks, by code, and updates unedited ones. Their types must exist. */
export async function copyDeviceProducts(
  tx: Tx,
  products: readonly DeviceProductSeed[] = deviceProducts.rows,
): Promise<void> {
  const values = [tx.tenantId, productsJson(products)];
  await tx.execute(
    `update device_product p set product_name = r.product_name, brand = r.brand, model = r.model, protocol = r.protocol, datum = r.datum, commands = r.commands, max_contacts = r.max_contacts, updated_at = now(), row_version = row_version + 1 from ${productRows}
    where p.tenant_id = $1 and p.product_code = r.product_code and p.is_system and p.updated_by is null and not p.is_deleted
      and (p.product_name, p.brand, p.model, p.protocol, p.datum, p.commands, p.max_contacts) is distinct from (r.product_name, r.brand, r.model, r.protocol, r.datum, r.commands, r.max_contacts)`,
    values,
  );
  await tx.execute(
    `insert into device_product (tenant_id, product_name, product_code, type_id, brand, model, registration_no, protocol, datum, commands, max_contacts, is_system)
    select $1, r.product_name, r.product_code, t.id, r.brand, r.model, r.registration_no, r.protocol, r.datum, r.commands, r.max_contacts, true from ${productRows}
    join device_type t on t.tenant_id = $1 and t.type_code = r.type_code and not t.is_deleted
    where not exists (select 1 from device_product p where p.tenant_id = $1 and p.product_code = r.product_code)`,
    values,
  );
}
