import { bool, choice, countOf, defineChoices, defineResource, integer, text } from '@kangmai/resource';

export const activityCategories = defineChoices({
  culture: { label: '文娱', en: 'Culture' },
  sport: { label: '体育', en: 'Sport' },
  health: { label: '健康讲座', en: 'Health lectures' },
  rehab: { label: '康复', en: 'Rehabilitation' },
  social: { label: '社交', en: 'Social' },
  other: { label: '其他', en: 'Other' },
});

export const activityType = defineResource({
  name: 'activityType',
  title: '活动类型',
  en: 'Activity types',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Activity',
  wire: {
    service: 'ActivityTypes',
    entity: 'ActivityType',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetActivityTypeForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '类型名称', en: 'Name', required: true, max: 40, unique: true, filter: 'like' }),
    category: choice(activityCategories, { label: '类别', en: 'Category', required: true, filter: 'exact' }),
    defaultMinutes: integer({
      label: '默认时长',
      en: 'Usual length',
      size: 'small',
      min: 10,
      max: 600,
      default: 60,
      unit: '分钟',
    }),
    points: integer({
      label: '参与积分',
      en: 'Points',
      size: 'small',
      min: 0,
      max: 1000,
      default: 0,
      unit: '分',
      wire: 'Integral',
    }),
    position: integer({ label: '排序', en: 'Order', default: 0, wire: 'OrderNo' }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  counts: { usedCount: countOf('activityRoomBooking', 'activityType', { label: '使用次数', en: 'Used' }) },
  list: {
    columns: ['name', 'category', 'defaultMinutes', 'points', 'usedCount', 'position', 'isEnabled'],
    sort: ['position', 'name'],
    search: ['name'],
  },
  display: 'name',
});
