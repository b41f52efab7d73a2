import { defineResource, text } from '@kangmai/resource';

/** Staff accounts as other rows refer to them; the accounts themselves are served by the platform's own calls. */
export const user = defineResource({
  name: 'user',
  table: 'app_user',
  title: '用户',
  en: 'Users',
  scope: 'both',
  permission: 'Pages.Administration.Users',
  writes: [],
  wire: { service: 'User', entity: 'User', calls: {} },
  fields: {
    userName: text({ label: '用户名', en: 'User name', required: true, max: 64 }),
    name: text({ label: '姓名', en: 'Name', required: true, max: 64 }),
    surname: text({ label: '姓', en: 'Surname', max: 64, default: '' }),
  },
  list: { columns: ['userName', 'name'], sort: 'userName', search: ['userName', 'name'] },
  display: 'name',
});
