import { copySql } from './copied-rows.ts';

/** The place of a tenant outside the platform's own database, or being moved. */
export interface Place {
  readonly tenantId: number;
  /** Null: the platform's own database. */
  readonly databaseId: number | null;
  /** The target of its move, prepared in advance. */
  readonly nextId: number | null;
  readonly phase: 'still' | 'moving' | 'frozen';
  /** How long the freeze lasts from the database's answer, ms. */
  readonly frozenMs: number | null;
}

export interface ListedDatabase {
  readonly id: number;
  readonly address: string;
  /** Encrypted, base64. */
  readonly url: string;
}

/** The places of all such tenants at one version. */
export interface PlaceList {
  readonly version: number;
  readonly places: readonly Place[];
  readonly databases: readonly ListedDatabase[];
}

/** Marks of a tenant's row version, by the tenant's id. */
export type Marks = Readonly<Record<string, string>>;

/** Heartbeat of a node; returns the newest version and the rows of tenants elsewhere as marks of their last change. */
export const beatSql = `with node as (insert into place_node (id, acked) values ($1, $2) on conflict (id) do update set seen_at = clock_timestamp(), acked = excluded.acked)
  select version, (select json_object_agg(t.id, t.xmin::text) from tenant t join dir_place p on p.tenant_id = t.id where p.database_id is not null) as marks from place_version`;

export const listSql = `select version,
  (select coalesce(json_agg(json_build_object('tenantId', tenant_id, 'databaseId', database_id, 'nextId', next_database_id, 'phase', phase, 'frozenMs', extract(epoch from frozen_until - clock_timestamp()) * 1000)), '[]') from dir_place) as places,
  (select coalesce(json_agg(json_build_object('id', id, 'address', address, 'url', encode(url_sealed, 'base64'))), '[]') from tenant_database) as databases
  from place_version`;

/** Ends expired freezes of all nodes. */
export const thawSql = `with thawed as (update dir_place set phase = 'moving', frozen_until = null where phase = 'frozen' and frozen_until <= clock_timestamp() returning 1)
  update place_version set version = version + 1 where exists (select 1 from thawed)`;

/** A statement that makes nodes reload the places; runs in the transaction of the change, before it. */
export const bumpSql = 'update place_version set version = version + 1';

/** Columns of a tenant that the platform maintains; copied to the tenant's database. */
export const mirroredColumns = [
  'id',
  'tenancy_name',
  'name',
  'is_active',
  'edition_id',
  'subscription_end_at',
  'is_in_trial',
  'waiting_days',
  'time_zone',
  'map_datum',
  'logo_file_id',
  'custom_css_file_id',
  'shop_url',
  'is_using_shop',
  'feature_values',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'is_deleted',
  'deleted_at',
  'deleted_by',
  'row_version',
] as const;

const names = mirroredColumns.join(', ');

/** The rows of tenants as copied; see `mirrorSql`. */
export const mirroredRowsSql = `select coalesce(json_agg(t), '[]')::text as rows from (select ${names} from tenant where id = any($1::bigint[])) t`;

/** Writes copies of tenants' rows into the tenants' databases. */
export const mirrorSql = copySql({ table: 'tenant', columns: mirroredColumns, key: ['id'] });
