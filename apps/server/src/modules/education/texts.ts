import type { Wording } from '../../platform/texts/index.ts';

export const educationTexts: Readonly<Record<string, Wording>> = {
  'education.new-state': {
    'zh-Hans': '新建的活动只能为“草稿”，保存后再发布',
    en: 'A new activity is a draft; publish it after saving',
  },
  'education.closed': {
    'zh-Hans': '该活动已取消，不能修改；请另建活动',
    en: 'This activity was cancelled and cannot be changed; make another one',
  },
  'education.ends-first': {
    'zh-Hans': '{field}须晚于开始时间，请改正',
    en: '{field} must be later than the start; correct it',
  },
  'education.deadline-late': {
    'zh-Hans': '{field}不能晚于开始时间，请改正',
    en: '{field} cannot be later than the start; correct it',
  },
  'education.start-over': {
    'zh-Hans': '开始时间已过，请先改为以后的时间',
    en: 'The start is over; choose a later time first',
  },
  'education.begun': {
    'zh-Hans': '活动已开始，{field}不能再修改；如需调整请另建活动',
    en: 'The activity has begun, so {field} stays; make another activity if need be',
  },
  'education.published': {
    'zh-Hans': '活动已发布，{field}不能再修改；请取消后另建',
    en: 'The activity is published, so {field} stays; cancel it and make another one',
  },
  'education.has-enrolments': {
    'zh-Hans': '该活动有 {count} 条报名，不能删除；请改为取消活动',
    en: 'The activity has {count} enrolments, so it cannot be deleted; cancel it instead',
  },
  'education.no-code': {
    'zh-Hans': '图文和视频宣教不需报名，没有二维码；请选择其他活动',
    en: 'Nobody enrols for articles and videos, so they have no QR code; choose another activity',
  },
  'education.code-closed': {
    'zh-Hans': '该活动现在不能报名或签到，请联系工作人员',
    en: 'Enrolling and signing in are closed for this activity; ask the staff',
  },
  'education.code-over': {
    'zh-Hans': '二维码已过期，请重新扫描现场的二维码',
    en: 'This QR code has expired; scan the one on site again',
  },
  'education.unknown-phone': {
    'zh-Hans': '没有找到此手机的报名，请核对号码或到签到台登记',
    en: 'Nobody enrolled with this number; check it or go to the desk',
  },
  'education.not-enrolled': {
    'zh-Hans': '您的报名状态为“{state}”，不能签到；请到签到台咨询',
    en: 'Your enrolment is “{state}”, so you cannot sign in; ask at the desk',
  },
  'enrolment.not-open': {
    'zh-Hans': '该活动不在报名中，请选择其他活动',
    en: 'Nobody can enrol for this activity now; choose another one',
  },
  'enrolment.too-late': {
    'zh-Hans': '报名已于 {until} 截止，请选择其他活动',
    en: 'Enrolment closed at {until}; choose another activity',
  },
  'enrolment.too-many': {
    'zh-Hans': '该活动共 {places} 个名额，请减少人数',
    en: 'The activity has {places} places in all; enter fewer persons',
  },
  'enrolment.same-phone': {
    'zh-Hans': '该手机已报名此活动（{number}），请修改该报名',
    en: 'This phone is enrolled already ({number}); change that enrolment',
  },
  'enrolment.same-phone-unseen': {
    'zh-Hans': '该手机已报名此活动，请向负责该报名的同事核实',
    en: 'This phone is enrolled already; ask the colleague who is responsible for that enrolment',
  },
  'enrolment.closed': {
    'zh-Hans': '该报名已办结，不能修改；请另行报名',
    en: 'This enrolment is closed and cannot be changed; make another one',
  },
  'enrolment.sign-in-closed': {
    'zh-Hans': '签到时间为 {from} 至 {to}，请在此时间内签到',
    en: 'People sign in from {from} to {to}; do it then',
  },
};
