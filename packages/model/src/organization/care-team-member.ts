import { bool, choice, defineChoices, defineResource, integer, ref } from '@kangmai/resource';

export const teamRoles = defineChoices({
  leader: { label: '团队长', en: 'Leader' },
  doctor: { label: '医生', en: 'Doctor' },
  nurse: { label: '护士', en: 'Nurse' },
  manager: { label: '健康管理师', en: 'Health manager' },
  assistant: { label: '助理', en: 'Assistant' },
});

/** A user in a care team: sees the clients entrusted to it. */
export const careTeamMember = defineResource({
  name: 'careTeamMember',
  title: '团队成员',
  en: 'Members of care teams',
  scope: 'tenant',
  permission: 'Pages.StaffManagement.DoctorTeam',
  partOf: { parent: 'careTeam', order: 'place' },
  wire: { service: 'XYJ_DoctorUserTeam', entity: 'XYJ_DoctorUserTeam', calls: {} },
  fields: {
    careTeam: ref('careTeam', {
      label: '团队',
      en: 'Team',
      required: true,
      readonly: true,
      index: true,
      wire: 'teamId',
    }),
    place: integer({ label: '序号', en: 'Place', default: 0, readonly: true }),
    user: ref('user', { label: '成员', en: 'Member', required: true, filter: 'exact', wire: 'userId' }),
    roleInTeam: choice(teamRoles, { label: '队内角色', en: 'Role in the team', default: 'assistant' }),
    isDefault: bool({ label: '默认团队', en: 'Default team', default: false, readonly: true }),
  },
  list: { columns: ['user', 'roleInTeam', 'isDefault'], sort: 'place' },
  display: 'user',
  unique: [['user', 'careTeam']],
});
