export { followWarnings, refreshDue, tenantsDue } from './refresh.ts';
