import type { Wording } from '../../platform/texts/index.ts';

export const uploadTexts: Readonly<Record<string, Wording>> = {
  'upload.not-own': {
    'zh-Hans': '只有上传者本人或有权删除客户的人员才能删除此附件，请联系上传者。',
    en: 'Only the person who uploaded this file, or who may delete clients, deletes it; ask the uploader.',
  },
  'upload.in-use': {
    'zh-Hans': '此附件正被“{what}”使用，请先在该记录中移除后再删除。',
    en: 'This file is used by a row of “{what}”; take it out there first.',
  },
  'upload.unknown-use': {
    'zh-Hans': '没有这种附件用途，请从用途列表中选择。',
    en: 'There is no such use of files; choose one of the list.',
  },
};
