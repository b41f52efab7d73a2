export { isRaisedIn, numberCommands, tenantTables, type TenantTable } from './tables.ts';
