import { defineResource, ref, text } from '@kangmai/resource';

/** Teams that clients are entrusted to, as other rows refer to them. */
export const careTeam = defineResource({
  name: 'careTeam',
  title: '服务团队',
  en: 'Care teams',
  scope: 'tenant',
  permission: 'Pages.StaffManagement.DoctorTeam',
  writes: [],
  wire: { service: 'YS_ZLXZs', entity: 'YS_ZLXZ', calls: {} },
  fields: {
    name: text({ label: '团队名称', en: 'Team name', required: true, max: 50, wire: 'xzmc' }),
    organizationUnit: ref('organizationUnit', {
      label: '所属机构',
      en: 'Organisation unit',
      wire: 'organizationUnitId',
    }),
  },
  list: { columns: ['name', 'organizationUnit'], sort: 'name', search: ['name'] },
  display: 'name',
  card: ['organizationUnit'],
});
