import { defineDocument, relatedRows } from '@kangmai/resource';
import type { educationEnrolment } from './education-enrolment.ts';
import type { healthEducation } from './health-education.ts';

/** The record of an activity that the national norm asks for, with those who came. */
export const activitySheet = defineDocument<typeof healthEducation>({
  key: 'activitySheet',
  of: 'healthEducation',
  label: '健康教育活动记录表',
  en: 'Record of health education',
  paper: 'A4',
  number: 'title',
  issued: { template: 1, in: ['ended'] },
  parts: [
    {
      kind: 'facts',
      fields: ['title', 'kind', 'startsAt', 'endsAt', 'place', 'speaker', 'crowdTypes', 'materialCount'],
    },
    { kind: 'text', field: 'summary' },
    relatedRows<typeof educationEnrolment>({
      of: 'educationEnrolment',
      columns: ['enrolNo', 'name', 'phone', 'persons', 'status', 'signedInAt'],
      most: 1000,
    }),
    {
      kind: 'signatures',
      parties: [
        { label: '填表人', en: 'Filled in by' },
        { label: '负责人', en: 'In charge' },
      ],
    },
  ],
});
