import { bool, choices, defineResource, integer, phone, ref } from '@kangmai/resource';
import { workKinds } from './duty-type.ts';

/** What a user may be scheduled for, and who stands in. Users without a row may be scheduled for everything. */
export const rosterPerson = defineResource({
  name: 'rosterPerson',
  title: '排班人员',
  en: 'Staff for the roster',
  scope: 'tenant',
  permission: 'Pages.StaffManagement.Scheduling',
  wire: {
    service: 'DutyPerson',
    entity: 'DutyPerson',
    wrap: false,
    joins: { userName: 'user.fullName', backupName: 'standIn.fullName' },
    calls: { paged: 'GetPagedAll', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    user: ref('user', {
      label: '人员',
      en: 'Staff',
      required: true,
      fixed: true,
      unique: true,
      filter: 'exact',
      wire: 'userId',
    }),
    kinds: choices(workKinds, {
      label: '可排类别',
      en: 'May be scheduled for',
      required: true,
      filter: 'exact',
      wire: 'kind',
    }),
    phone: phone({
      label: '值班电话',
      en: 'Duty phone',
      required: true,
      hint: '班次没有填写电话的，显示此号码',
      hintEn: 'Shown for shifts without a number of their own',
    }),
    mostShifts: integer({
      label: '每周最多班次',
      en: 'Most shifts a week',
      size: 'small',
      min: 1,
      max: 14,
      default: 5,
      hint: '超出的在保存和发布时提醒',
      hintEn: 'More shifts are named when a week is saved',
      wire: 'maxShiftsWeek',
    }),
    standIn: ref('user', {
      label: '替班人',
      en: 'Stand-in',
      hint: '升级策略的接收人「替班人员」',
      hintEn: 'The receiver "Stand-ins" of escalation policies',
      wire: 'backupUserId',
    }),
    isValid: bool({
      label: '有效',
      en: 'Valid',
      default: true,
      filter: 'exact',
      hint: '停用后不能再排班',
      hintEn: 'Others cannot be scheduled',
      wire: 'valid',
    }),
  },
  list: {
    columns: ['user', 'kinds', 'phone', 'mostShifts', 'standIn', 'isValid'],
    sort: 'user',
    search: ['user', 'phone'],
  },
  display: 'user',
  excel: { import: false, export: false },
});
