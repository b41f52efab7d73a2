import type { Wording } from '../../platform/texts/index.ts';

export const escortTexts: Readonly<Record<string, Wording>> = {
  'escort.new-state': {
    'zh-Hans': '新的陪诊预约只能为“待派单”或“已派单”，请改正',
    en: 'A new escort booking waits for an escort or is assigned; correct the state',
  },
  'escort.stopped': {
    'zh-Hans': '该陪诊人员的账号已停用，请选择其他人员',
    en: 'The account of this escort is disabled; choose another person',
  },
  'escort.same': {
    'zh-Hans': '该预约已由此人陪诊，请选择其他人员',
    en: 'The booking is with this escort already; choose another person',
  },
  'escort.visit-of-other': {
    'zh-Hans': '该门诊预约属于其他客户，请重新选择',
    en: 'This clinic booking is of another client; choose one of this client',
  },
  'escort.visit-over': {
    'zh-Hans': '该门诊预约已办结，不能陪诊；请选择未完成的门诊预约',
    en: 'This clinic booking is closed; choose an open one',
  },
  'escort.visit-has': {
    'zh-Hans': '该门诊预约已有陪诊预约 {number}，请修改该预约',
    en: 'This clinic booking has the escort booking {number}; change that one',
  },
  'escort.visit-at-once': {
    'zh-Hans': '该客户在前后4小时内已有陪诊预约，请调整其时间，或取消勾选“需要陪诊”',
    en: 'The client has an escort booking within 4 hours: move that one, or leave out the escort of this visit',
  },
  'escort.visit-at-once-by': {
    'zh-Hans': '该客户已有陪诊预约 {name}（{period}），请调整其时间，或取消勾选“需要陪诊”',
    en: 'The client has the escort booking {name} ({period}): move that one, or leave out the escort of this visit',
  },
};
