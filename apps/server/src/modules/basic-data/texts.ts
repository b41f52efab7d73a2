import type { Wording } from '../../platform/texts/index.ts';

export const basicDataTexts: Readonly<Record<string, Wording>> = {
  'basic-data.in-use': {
    'zh-Hans': '有 {count} 条记录正在使用它，不能删除；可以停用',
    en: '{count} rows use it, so it cannot be deleted; it can be disabled',
  },
  'maintenance.finished-before-response': {
    'zh-Hans': '完成时限不能短于响应时限',
    en: 'The time to finish cannot be shorter than the time to respond',
  },
  'provider.no-licence': {
    'zh-Hans': '该服务商没有登记证照，请先在档案中填写证照',
    en: 'No licence of this provider is on file; enter its licences first',
  },
  'provider.licence-ended': {
    'zh-Hans': '该服务商有证照已于 {day} 到期，请先更新证照',
    en: 'A licence of this provider ended on {day}; renew it first',
  },
  'provider.no-contract': {
    'zh-Hans': '该服务商没有执行中的合同，请先签订并审批合同',
    en: 'No contract with this provider is in force; have one approved first',
  },
  'staff.birthday-differs': {
    'zh-Hans': '{field}与身份证号不一致，请核对，或留空由身份证号填写',
    en: '{field} differs from the ID number; check it, or leave it empty',
  },
  'staff.sex-differs': {
    'zh-Hans': '{field}与身份证号不一致，请核对，或留空由身份证号填写',
    en: '{field} differs from the ID number; check it, or leave it empty',
  },
  'staff.left-before-joining': {
    'zh-Hans': '{field}不能早于入职日期 {day}',
    en: '{field} cannot be before the day of joining, {day}',
  },
  'staff.joined-after-leaving': {
    'zh-Hans': '{field}不能晚于离职日期 {day}',
    en: '{field} cannot be after the day of leaving, {day}',
  },
  'paper.ends-before-issue': {
    'zh-Hans': '{field}应晚于发证日期',
    en: '{field} must be after the day of issue',
  },
  'energy.month-recorded': {
    'zh-Hans': '该月已有记录（{day}），包月项目每月一条，请核对日期',
    en: 'This month has its row already ({day}); an item charged by month has one a month. Check the date',
  },
  'energy.not-later': {
    'zh-Hans': '{field}应晚于上次抄表日期 {day}',
    en: '{field} must be after the former reading of {day}',
  },
  'energy.below-former': {
    'zh-Hans': '{field}不能低于上次读数 {former}',
    en: '{field} cannot be below the former reading, {former}',
  },
  'energy.below-former-unmarked': {
    'zh-Hans': '{field}低于上次读数 {former}；请核对，确已换表的请勾选“已换表”',
    en: '{field} is below the former one, {former}; check it, or mark that the meter was changed',
  },
  'energy.not-below': {
    'zh-Hans': '读数不低于上次读数 {former}，没有走满归零；请取消勾选“{field}”',
    en: 'The reading is not below the former one, {former}, so it did not roll over; take the mark “{field}” off',
  },
  'energy.one-cause': {
    'zh-Hans': '“已换表”与“走满归零”只能勾选一项',
    en: 'Either the meter was changed or it rolled over; mark one of them',
  },
  'energy.reason-needed': {
    'zh-Hans': '请填写{field}：读数低于上次的原因，如“表已更换，旧表止数 1140.5”',
    en: 'Enter a {field}: why the reading is below the former one, such as “meter replaced”',
  },
  'energy.read-meanwhile': {
    'zh-Hans': '{who} 已录入 {day} 的读数 {reading}，本页所有读数均未保存',
    en: '{who} entered {reading} for {day} meanwhile; nothing of this page was saved',
  },
  'energy.read-meanwhile.details': {
    'zh-Hans': '请核对标出的表后重新保存。',
    en: 'Check the marked meters and save again.',
  },
  'energy.twice': {
    'zh-Hans': '同一块表填写了两次，请删去其中一行',
    en: 'The meter is given twice; leave one of the rows out',
  },
  'energy.no-meter': {
    'zh-Hans': '没有这块表，或它按月计费；请刷新抄表清单',
    en: 'There is no such meter, or it is charged by month; reload the sheet',
  },
  'energy.below-start': {
    'zh-Hans': '{field}不能低于新表起数 {start}',
    en: '{field} cannot be below the first reading of the new meter, {start}',
  },
  'energy.mode-fixed': {
    'zh-Hans': '已有抄表记录，不能更改计费方式；请停用后新建项目',
    en: 'There are readings already, so the way of charging stays; disable the item and make a new one',
  },
  'energy.disabled': {
    'zh-Hans': '该项目已停用，请启用后再抄表',
    en: 'This item is disabled; enable it before a reading',
  },
  'energy.not-last': {
    'zh-Hans': '只能删除最近一次抄表记录',
    en: 'Only the last reading can be deleted',
  },
  'contract.ends-before-start': {
    'zh-Hans': '{field}应晚于生效日期',
    en: '{field} must be after the day from which it holds',
  },
  'contract.payments-differ': {
    'zh-Hans': '{field}：各期合计 {total} 元，合同金额 {amount} 元，相差 {difference} 元；请调整到一致',
    en: '{field}: the payments come to {total}, the contract to {amount}; {difference} are missing. Make them equal',
  },
  'contract.binding': {
    'zh-Hans': '合同已提交，条款不能修改；可以修改备注、附件和到期提醒，批准后可以登记付款',
    en: 'The contract was submitted, so its terms stay; remark, files and reminder may change, and what is paid once it is approved',
  },
  'staff.on-roster': {
    'zh-Hans': '该人员还有 {count} 个未开始的班次，最早在 {day}；请先调整排班',
    en: 'Shifts ahead of the person: {count}, the first on {day}; change the roster first',
  },
  'staff.on-roster.details': {
    'zh-Hans': '请在「值班人员」中处理：/jcpt/basicData/dutyPersons?person={id}',
    en: 'See them in Persons on duty: /jcpt/basicData/dutyPersons?person={id}',
  },
  'energy.too-much': {
    'zh-Hans': '{field}：算出的用量或费用过大，请核对读数和单价',
    en: '{field}: the usage or its cost would be too large; check the reading and the price',
  },
  'contract.not-owed': {
    'zh-Hans': '{field}：请在合同执行中或已到期时登记付款',
    en: '{field}: payments are marked while the contract is in force or after its end',
  },
  'contract.ended': {
    'zh-Hans': '合同已于 {day} 到期，不能批准；请退回修改到期日期',
    en: 'The contract ended on {day}; send it back to have its end changed',
  },
  'contract.not-draft': {
    'zh-Hans': '只能删除草稿；执行中的合同请终止',
    en: 'Only drafts can be deleted; terminate a contract in force',
  },
  'contract.not-renewable': {
    'zh-Hans': '只有执行中或已到期的合同可以续签',
    en: 'Only a contract in force or expired can be renewed',
  },
  'contract.renewal-overlaps': {
    'zh-Hans': '{field}应晚于原合同到期日期 {day}',
    en: '{field} must be after the end of the former contract, {day}',
  },
  'contract.renewed': {
    'zh-Hans': '该合同已续签，续签合同编号 {number}，请到该合同中操作',
    en: 'This contract was renewed already, by {number}; go on there',
  },
  'contract.terminated-before-start': {
    'zh-Hans': '{field}不能早于生效日期 {day}',
    en: '{field} cannot be before the contract holds, {day}',
  },
};
