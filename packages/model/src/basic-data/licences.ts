import { choice, date, file, json, text } from '@kangmai/resource';
import { licenceKinds } from './paper-kinds.ts';

const licences = { group: '证照', groupEn: 'Licences' } as const;

/** The licences of a company or institution, and their pictures. */
export const licenceFields = {
  licences: json({
    label: '证照',
    en: 'Licences',
    rows: {
      kind: choice(licenceKinds, { label: '证照类型', en: 'Kind', required: true }),
      number: text({ label: '证照编号', en: 'Number', required: true, max: 60 }),
      validUntil: date({ label: '有效期至', en: 'Valid until' }),
    },
    unique: ['kind', 'number'],
    max: 20,
    ...licences,
  }),
  licenceFiles: file({ label: '证照图片', en: 'Pictures of licences', accept: 'any', many: 9, ...licences }),
  licencesEndOn: date({
    label: '最早到期日',
    en: 'First licence ends on',
    readonly: true,
    filter: 'range',
    index: true,
    hint: '各证照中最早的到期日',
    hintEn: 'The earliest day among the licences',
    ...licences,
  }),
} as const;
