import type { Wording } from '../../platform/texts/index.ts';

export const dutyTexts: Readonly<Record<string, Wording>> = {
  'duty-type.only-rest': {
    'zh-Hans': '{field}应短于班次本身的时长，请重新填写',
    en: '{field} must be shorter than the shift itself',
  },
  'duty-type.in-use': {
    'zh-Hans': '已有 {count} 条排班使用该类型，不能删除；可以停用',
    en: '{count} shifts are of this type, so it cannot be deleted; it can be disabled',
  },
  'duty.nobody': {
    'zh-Hans': '请填写值班人员，或填写系统账号',
    en: 'Enter the person on duty, or an account',
  },
  'duty.other-account': {
    'zh-Hans': '{field}不是该值班人员的账号，请留空或改正',
    en: '{field} does not belong to this person; leave it empty or correct it',
  },
  'duty.leader-needs-unit': {
    'zh-Hans': '带班领导须填写{field}',
    en: 'A leader needs the field {field}',
  },
  'duty.leader-taken': {
    'zh-Hans': '{day} 该部门的带班领导已是「{name}」，每天每部门只能有一位',
    en: '{name} leads this unit on {day}; there is one leader a day and unit',
  },
  'duty.short-rest': {
    'zh-Hans': '与「{name}」的另一班只间隔{apart}小时，少于{hours}小时；请调整，或由有放行权限的人填写{field}',
    en: 'Only {apart} h from another shift of {name}, less than {hours} h; change it, or have the field {field} filled in by somebody who may allow it',
  },
  'duty.short-rest-right': {
    'zh-Hans': '您没有放行间隔不足的权限，请联系值班领导',
    en: 'You may not allow a short rest; ask the leader on duty',
  },
  'duty.out-of-sight': {
    'zh-Hans': '该值班人员不在您的数据范围内，不能修改其排班；请联系其部门的排班人',
    en: 'The person is out of your sight, so you cannot change the shift; ask whoever makes the roster of that unit',
  },
  'duty.worked': {
    'zh-Hans': '该班次已经开始或已上完，不能删除；如有更正请写入交接班记录',
    en: 'The shift has begun or is over and stays; write what is to be corrected in the handover note',
  },
  'duty.past-week': {
    'zh-Hans': '{field}已经过去，请选择本周或以后的一周',
    en: '{field} is over; choose this week or a later one',
  },
  'duty.not-monday': { 'zh-Hans': '请选择周一的日期', en: 'Choose the date of a Monday' },
  'duty.same-week': { 'zh-Hans': '不能复制到同一周，请选择另一周', en: 'Choose another week to copy to' },
  'duty.week-empty': {
    'zh-Hans': '{day} 所在的一周没有排班；请选择有排班的一周',
    en: 'The week of {day} has no shifts; choose another one',
  },
  'duty.week-too-large': {
    'zh-Hans': '一周超过 {most} 条排班，不能一次复制；请用表格导入',
    en: 'A week of more than {most} shifts cannot be copied at once; import a spreadsheet',
  },
  'duty.week-collides': {
    'zh-Hans': '{count} 条排班有冲突，没有复制；请先调整这些排班：{list}',
    en: '{count} shifts collide, nothing was copied; change these first: {list}',
  },
};
