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
  'duty.not-for-kind': {
    'zh-Hans': '{name}不能排「{kind}」；请换人，或在排班人员中修改可排类别',
    en: '{name} cannot be scheduled for "{kind}"; choose another person or change the staff for the roster',
  },
  'duty.own-stand-in': {
    'zh-Hans': '{field}不能是本人，请选择另一人',
    en: 'The field {field} must name another person',
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
    'zh-Hans': '该周已经过去，请选择本周或以后的一周',
    en: 'This week is over; choose the present one or a later one',
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
  'duty.week-not-saved': {
    'zh-Hans': '{count} 条排班有冲突，没有保存；请先调整这些排班：{list}',
    en: '{count} shifts collide, nothing was saved; change these first: {list}',
  },
  'duty.week-changed': {
    'zh-Hans': '{who}刚刚修改了{name} {day} 的排班，您的修改没有保存；请刷新后在新的排班上重新修改',
    en: '{who} has just changed the shifts of {name} on {day}, so yours were not saved; reload and make them once more',
  },
  'duty.other-week': {
    'zh-Hans': '{field}须在 {from} 至 {to} 之间，请改正',
    en: '{field} must lie between {from} and {to}; correct it',
  },
  'duty.nothing-to-publish': {
    'zh-Hans': '{day} 所在的一周没有草稿；请先排班并保存',
    en: 'The week of {day} has no drafts; enter shifts and save them first',
  },
  'duty.uncovered': {
    'zh-Hans': '值班有 {count} 段空缺，没有发布；请先补上：{list}',
    en: 'Nobody is on duty in {count} periods, nothing was published; fill them first: {list}',
  },
  'duty.not-published': {
    'zh-Hans': '{count} 条排班有冲突，没有发布；请先调整这些排班：{list}',
    en: '{count} shifts collide, nothing was published; change these first: {list}',
  },
  'duty.short-rests': {
    'zh-Hans': '{count} 条排班间隔不足，没有发布；请调整，或由有放行权限的人填写{field}：{list}',
    en: '{count} shifts follow too short a rest, nothing was published; change them, or have the field {field} filled in by somebody who may allow it: {list}',
  },
  'duty.stopped': {
    'zh-Hans': '该班次已停班，不能修改；请另排一个班次',
    en: 'This shift is stopped and cannot be changed; enter another one',
  },
  'duty.same-shift': {
    'zh-Hans': '不能与同一班次互换，请选择另一班次',
    en: 'A shift cannot be swapped with itself; choose another one',
  },
  'duty.not-swappable': {
    'zh-Hans': '只有草稿和已发布的班次可以互换，请选择其他班次',
    en: 'Only drafts and published shifts can be swapped; choose another one',
  },
  'duty.begun': {
    'zh-Hans': '该班次已经开始，不能互换；请选择以后的班次',
    en: 'The shift has begun and cannot be swapped; choose a later one',
  },
  'duty.leader-not-swapped': {
    'zh-Hans': '带班领导的班次不能互换，请先取消带班',
    en: 'The shift of a leader cannot be swapped; take the lead off first',
  },
  'duty.places-taken': {
    'zh-Hans': '班次已有预约，不能互换；请先改约或取消预约',
    en: 'Places of the shift are taken, so it cannot be swapped; move or cancel the bookings first',
  },
  'duty.not-swapped': {
    'zh-Hans': '互换后有 {count} 条排班冲突，没有互换；请选择其他班次：{list}',
    en: '{count} shifts would collide, nothing was swapped; choose others: {list}',
  },
  'duty.end-before-begin': {
    'zh-Hans': '结束日期早于开始日期，请改正',
    en: 'The end lies before the begin; correct it',
  },
  'duty.span-too-long': {
    'zh-Hans': '一次最多查询{most}天，请缩短范围',
    en: 'At most {most} days can be asked at once; choose fewer',
  },
};
