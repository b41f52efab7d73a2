import {
  bool,
  choice,
  countOf,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  dicts,
  file,
  integer,
  move,
  ref,
  text,
} from '@kangmai/resource';

export const educationKinds = defineChoices({
  lecture: { label: '健康讲座', en: 'Lecture' },
  consult: { label: '公众咨询', en: 'Public consultation' },
  online: { label: '线上直播', en: 'Live online' },
  course: { label: '小组课程', en: 'Course' },
  article: { label: '图文宣教', en: 'Article' },
  video: { label: '视频宣教', en: 'Video' },
});

/** Kinds that are read or watched at any time; nobody enrols for them. */
export const untimedKinds: readonly (typeof educationKinds.names)[number][] = ['article', 'video'];

export const educationStates = defineStates({
  draft: { label: '草稿', en: 'Draft', wire: 0, tone: 'neutral' },
  open: { label: '报名中', en: 'Open for enrolment', wire: 1, tone: 'info' },
  running: { label: '进行中', en: 'Running', wire: 2, tone: 'good' },
  ended: { label: '已结束', en: 'Ended', wire: 3, tone: 'neutral' },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 4, tone: 'neutral', aside: true },
});

const time = { group: '时间与地点', groupEn: 'Time and place' } as const;
const enrolment = { group: '报名', groupEn: 'Enrolment' } as const;
const report = { group: '活动记录', groupEn: 'Record of the activity' } as const;
const reason = { label: '取消原因', en: 'Reason of cancellation', max: 200 } as const;

/** A lecture, course, live talk, article or video by which people learn about their health. */
export const healthEducation = defineResource({
  name: 'healthEducation',
  title: '健康教育',
  en: 'Health education',
  scope: 'tenant',
  permission: 'Pages.HealthService.HealthEducation',
  wire: {
    service: 'HealthEducation',
    entity: 'HealthEducation',
    joins: { speakerName: 'speaker.name' },
    calls: {
      list: 'GetAll',
      edit: 'GetHealthEducationForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetHealthEducationsToExcel',
    },
  },
  fields: {
    title: text({ label: '主题', en: 'Title', required: true, max: 60, filter: 'like' }),
    kind: choice(educationKinds, { label: '形式', en: 'Kind', required: true, filter: 'exact' }),
    cover: file({ label: '封面', en: 'Cover', accept: 'image' }),
    content: text({ label: '内容', en: 'Content', required: true, as: 'html', max: 50_000 }),
    media: file({ label: '视频/附件', en: 'Media', accept: 'any', wire: 'mediaFileId' }),
    crowdTypes: dicts('crowd_group', { label: '适用人群', en: 'For whom' }),
    speaker: ref('expert', { label: '主讲人', en: 'Speaker', filter: 'exact', wire: 'speakerId' }),
    startsAt: dateTime({
      label: '开始时间',
      en: 'Starts',
      filter: 'range',
      hint: '图文和视频宣教不填',
      hintEn: 'Not for articles and videos',
      wire: 'startTime',
      ...time,
    }),
    endsAt: dateTime({ label: '结束时间', en: 'Ends', filter: 'range', wire: 'endTime', ...time }),
    place: text({ label: '地点', en: 'Place', max: 100, ...time }),
    maxCount: integer({
      label: '名额',
      en: 'Places',
      default: 0,
      min: 0,
      max: 10_000,
      hint: '按人数计；0为不限',
      hintEn: 'Counted by persons; 0 means no limit',
      ...enrolment,
    }),
    enrolUntil: dateTime({
      label: '报名截止',
      en: 'Enrol until',
      hint: '留空为活动开始时',
      hintEn: 'The start when empty',
      wire: 'enrollDeadline',
      ...enrolment,
    }),
    needsApproval: bool({
      label: '报名需审核',
      en: 'Needs approval',
      default: false,
      wire: 'needApprove',
      ...enrolment,
    }),
    materialCount: integer({ label: '发放资料数', en: 'Leaflets handed out', min: 0, max: 1_000_000, ...report }),
    summary: text({ label: '活动小结', en: 'Summary', max: 1000, rows: 5, ...report }),
    photos: file({ label: '活动照片', en: 'Photos', accept: 'image', many: 9, ...report }),
    state: choice(educationStates, { label: '状态', en: 'State', default: 'draft', filter: 'exact' }),
    cancelReason: text({ ...reason, readonly: true }),
  },
  counts: {
    enrollCount: countOf('educationEnrolment', 'education', {
      label: '报名数',
      en: 'Enrolled',
      where: { status: ['pending', 'enrolled', 'signedIn', 'noShow'] },
    }),
    signCount: countOf('educationEnrolment', 'education', {
      label: '签到数',
      en: 'Signed in',
      where: { status: ['signedIn'] },
    }),
    waitCount: countOf('educationEnrolment', 'education', {
      label: '候补数',
      en: 'Waiting',
      where: { status: ['waitlisted'] },
    }),
  },
  figures: { takenCount: integer({ label: '已占名额', en: 'Taken', unit: '人' }) },
  inStates: { edit: ['draft', 'open', 'running', 'ended'] },
  moves: {
    on: 'state',
    publish: move({ label: '发布', en: 'Publish', from: ['draft'], to: 'open', permission: 'Edit' }),
    cancel: move({
      label: '取消活动',
      en: 'Cancel',
      from: ['draft', 'open'],
      to: 'cancelled',
      permission: 'Edit',
      confirm: '取消后将短信通知所有已报名和候补的人员，确定取消？',
      confirmEn: 'All who enrolled or wait get a message. Cancel it?',
      input: { cancelReason: text({ ...reason, required: true, min: 2, rows: 3 }) },
    }),
    begin: move({ label: '开始', en: 'Begin', from: ['open'], to: 'running', clock: { field: 'startsAt' } }),
    end: move({ label: '结束', en: 'End', from: ['running'], to: 'ended', clock: { field: 'endsAt' } }),
  },
  list: {
    columns: [
      'title',
      'kind',
      'speaker',
      'startsAt',
      'place',
      'maxCount',
      'takenCount',
      'enrollCount',
      'waitCount',
      'signCount',
      'state',
    ],
    sort: '-startsAt',
    search: ['title', 'place'],
    tabs: 'state',
    layouts: { calendar: { from: 'startsAt', label: 'title', colour: 'state' } },
  },
  display: 'title',
  detail: { steps: 'state', related: ['educationEnrolment'] },
  excel: { import: false, export: true },
});
