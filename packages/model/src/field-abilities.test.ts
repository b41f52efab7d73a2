import { formOf, mostFiles, rowsOf, type AnyField } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model } from './index.ts';

interface Users {
  readonly isUsedBy: (field: AnyField) => boolean;
  readonly built: readonly string[];
  /** Fields of resources to come, each with its area. */
  readonly planned: readonly string[];
}

const isForm =
  (form: string) =>
  (field: AnyField): boolean =>
    field.kind === 'text' && formOf(field) === form;

/** What an ability of a field kind is used by; three users make it worth its place. */
const abilities: Readonly<Record<string, Users>> = {
  'typed rows': {
    isUsedBy: (field) => field.kind === 'json' && rowsOf(field) !== undefined,
    built: [
      'alarmPolicy.steps',
      'calendarYear.days',
      'careTeam.members',
      'contract.payments',
      'deviceProduct.packingList',
      'gzhTemplate.words',
      'healthService.timeRanges',
      'institution.licences',
      'provider.licences',
      'room.devices',
      'volunteer.freeTime',
    ],
    planned: ['stepPlan.streakSteps (commerce)', 'appointmentSlot.timeRanges (care)', 'healthPlan.targets (care)'],
  },
  'several files': {
    isUsedBy: (field) => field.kind === 'file' && mostFiles(field) !== undefined,
    built: [
      'activityRoom.images',
      'building.floorPlans',
      'clientSuggestion.images',
      'contract.attachments',
      'deviceProduct.pictures',
      'healthEducation.photos',
      'institution.licenceFiles',
      'outpatientAppointment.recordFiles',
      'provider.licenceFiles',
      'roomType.images',
      'staffApplication.certificates',
      'staffPaper.pictures',
    ],
    planned: ['stockReturn.photos (commerce)', 'goods.pictures (commerce)', 'announcement.attachments (community)'],
  },
  'pictures alone': {
    isUsedBy: (field) => field.kind === 'file' && (field.options as { accept?: string }).accept === 'image',
    built: [
      'activityRoom.images',
      'building.floorPlans',
      'careTeam.logo',
      'client.avatar',
      'client.photo',
      'clientSuggestion.images',
      'deviceProduct.picture',
      'deviceProduct.pictures',
      'deviceType.picture',
      'expert.photo',
      'healthEducation.cover',
      'healthEducation.photos',
      'healthService.cover',
      'institution.logo',
      'reportTemplate.logo',
      'roomType.images',
      'staffApplication.avatar',
      'staffApplication.certificates',
      'staffMember.photo',
      'staffProfile.photo',
      'user.profilePictureId',
      'volunteer.photo',
    ],
    planned: [],
  },
  html: {
    isUsedBy: isForm('html'),
    built: [
      'deviceProduct.introduction',
      'expert.introduction',
      'healthEducation.content',
      'healthService.introduction',
      'institution.introduction',
    ],
    planned: [
      'healthArticle.content (care)',
      'servicePackage.introduction (commerce)',
      'questionnaire.description (community)',
    ],
  },
  url: {
    isUsedBy: isForm('url'),
    built: ['deviceProduct.website', 'gzhTemplate.url'],
    planned: ['versionNote.url (care)', 'questionnaire.redirectUrl (community)'],
  },
  colour: {
    isUsedBy: isForm('colour'),
    built: ['dutyType.colour', 'tag.color'],
    planned: ['servicePackageType.colour (commerce)'],
  },
  clock: {
    isUsedBy: isForm('clock'),
    built: ['activityRoom.closesAt', 'activityRoom.opensAt', 'dutyType.begins', 'dutyType.ends'],
    planned: [
      'medicationPlan.clockTimes (care)',
      'medicine.defaultTimes (commerce)',
      'appointmentSlot.timeRanges (care)',
    ],
  },
};

const usersOf = (isUsedBy: Users['isUsedBy']): readonly string[] =>
  model.resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, one]) => (isUsedBy(one) ? [`${name}.${field}`] : [])),
  );

test.each(Object.entries(abilities))('%s has at least three users, and those that exist are named', (_name, users) => {
  expect(usersOf(users.isUsedBy).toSorted()).toEqual([...users.built].toSorted());
  expect(users.built.length + users.planned.length).toBeGreaterThanOrEqual(3);
});

test('the fields of rows have a label in both languages', () => {
  const rows = model.resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([list, field]) =>
      Object.entries(rowsOf(field)?.rows ?? {}).map(
        ([inner, one]) => [`${name}.${list}.${inner}`, one.options] as const,
      ),
    ),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(([, { label, en }]) => !/\p{Script=Han}/u.test(label) || !en).map(([name]) => name)).toEqual([]);
});
