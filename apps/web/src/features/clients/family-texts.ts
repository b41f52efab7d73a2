import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'family',
  {
    tab: '家庭',
    none: '该客户尚未加入家庭',
    create: '新建家庭',
    join: '加入家庭',
    add: '添加成员',
    age: '年龄',
    years: '{n}岁',
    latest: '最近异常',
    home: '家庭档案',
    nameOf: '{name}家庭',
  },
  {
    tab: 'Family',
    none: 'The client belongs to no family yet',
    create: 'New family',
    join: 'Join a family',
    add: 'Add a member',
    age: 'Age',
    years: '{n}',
    latest: 'Latest abnormal',
    home: 'Family file',
    nameOf: 'Family of {name}',
  },
);
