import type { Wording } from '../../platform/texts/index.ts';

export const clientTexts: Readonly<Record<string, Wording>> = {
  'channel.in-use': {
    'zh-Hans': '有 {count} 位客户来自该渠道，不能删除；可以停用',
    en: '{count} clients came by this channel, so it cannot be deleted; it can be disabled',
  },
  'client.introducer-needed': {
    'zh-Hans': '获知渠道为转介绍时，请选择介绍人',
    en: 'Choose who introduced the client, because the channel is a referral',
  },
  'family.taken': {
    'zh-Hans': '该客户已是“{family}”的成员，请先从原家庭移出',
    en: 'The client belongs to {family}; remove the client from that family first',
  },
  'family.not-agreed': {
    'zh-Hans': '还有 {count} 位成年家人未签署“家庭成员共享”同意，请先登记同意，或关闭查看权限',
    en: '{count} adults have not agreed to sharing with the family; record their consent first, or do not share',
  },
  'family.is-head': {
    'zh-Hans': '该成员是户主，与户主关系只能是“本人或户主”；如需更改，请先更换户主',
    en: 'This member is the head of the family; choose another head before changing the relation',
  },
  'family.one-head': {
    'zh-Hans': '一个家庭只有一位户主，请选择其他关系；更换户主请编辑家庭档案',
    en: 'A family has one head; choose another relation, or edit the family to change its head',
  },
  'family.head-stays': {
    'zh-Hans': '户主不能移出，请先编辑家庭档案更换户主',
    en: 'The head cannot be removed; edit the family and choose another head first',
  },
  'family.members-form': {
    'zh-Hans': '家庭成员须为列表，每项写明客户和与户主关系，最多 {most} 人',
    en: 'Give the members as a list of client and relation to the head, at most {most}',
  },
  'family.hidden-members': {
    'zh-Hans': '该家庭有 {count} 位成员不在您的可见范围内，请联系管理员操作',
    en: '{count} members of this family are outside what you may see; ask an administrator to do this',
  },
  'family.head-of-others': {
    'zh-Hans': '该客户是“{family}”的户主，家中还有 {count} 位成员，请先更换户主再删除',
    en: 'The client is the head of {family} with {count} other members; choose another head before deleting',
  },
  'suggestion.answered': {
    'zh-Hans': '已回复的建议不能再修改，如客户不满意请先退回处理中',
    en: 'It is answered and can no longer be changed; if the client is not satisfied, reopen it first',
  },
  'id.length': {
    'zh-Hans': '身份证号码应为18位（或15位旧号码）',
    en: 'A resident number has 18 characters (or 15, of the old kind)',
  },
  'id.characters': {
    'zh-Hans': '身份证号码含有不允许的字符，请核对',
    en: 'The resident number contains a character that cannot be; check it',
  },
  'id.region': { 'zh-Hans': '证件号码的地区码不存在，请核对', en: 'The region in the number does not exist; check it' },
  'id.birthday': {
    'zh-Hans': '身份证号码中的出生日期不正确，请核对',
    en: 'The birthday in the number is not possible; check it',
  },
  'id.check-character': {
    'zh-Hans': '身份证号码校验位错误，请核对',
    en: 'The check character of the number is wrong; check it',
  },
  'id.format': {
    'zh-Hans': '证件号码与证件类型不符，请核对',
    en: 'The number does not have the form of this document; check it',
  },
  'client.scale-reason': {
    'zh-Hans': '血氧第二量表仅用于高碳酸性呼吸衰竭，请填写原因，或改回第一量表',
    en: 'SpO2 scale 2 is for hypercapnic failure only: give the reason, or choose scale 1',
  },
  'client.out-of-sight': {
    'zh-Hans': '保存后您将无法查看该客户：请把健康管理师或责任医生设为自己，或选择自己的团队或机构',
    en: 'You could not see this person afterwards: name yourself as manager or doctor, or your own team or unit',
  },
  'client.duplicate': {
    'zh-Hans': '该证件号码已建档（档案编号 {archiveNo}）',
    en: 'A client with this number exists (archive number {archiveNo})',
  },
  'client.duplicate.details': {
    'zh-Hans': '请打开已有档案，客户编号 {id}。',
    en: 'Open the existing client, id {id}.',
  },
  'client.duplicate-elsewhere': {
    'zh-Hans': '本机构已有该人员的档案，但不在您的可见范围内',
    en: 'This person is already on file here, outside what you may see',
  },
  'client.duplicate-elsewhere.details': {
    'zh-Hans': '请联系管理员核对，或由其把档案分配给您。',
    en: 'Ask an administrator to check, or to assign the client to you.',
  },
  'client.duplicate-child': {
    'zh-Hans': '已有同名、同出生日期且监护人相同的儿童档案',
    en: 'A child with the same name, birthday and guardian exists',
  },
  'client.duplicate-child.details': {
    'zh-Hans': '请打开已有档案，客户编号 {id}。',
    en: 'Open the existing client, id {id}.',
  },
  'client.child-needs-guardian': {
    'zh-Hans': '16岁以下无证件号码的客户，须先登记有证件号码的监护人',
    en: 'A child without a number needs a guardian who has one',
  },
  'client.unknown-region': {
    'zh-Hans': '{field}不是有效的行政区划，请重新选择',
    en: '{field} is no known region; choose again',
  },
  'client.incomplete': {
    'zh-Hans': '转为在管前请补全{field}',
    en: '{field} must be completed before the client is managed',
  },
  'client.bound': {
    'zh-Hans': '该客户仍绑定着 {count} 台设备，请先解绑',
    en: 'The client still wears {count} devices; unbind them first',
  },
  'client.open-alarms': {
    'zh-Hans': '该客户还有 {count} 条未结束的警告、危急异常或求助，请先处理并结束，再删除客户',
    en: 'The client has {count} open warnings, critical cases or calls for help; handle and close them first',
  },
  'client.nothing-assigned': { 'zh-Hans': '请选择新的负责人、团队或机构', en: 'Choose who is to take over' },
  'contact.order-taken': {
    'zh-Hans': '该客户已有求助拨打顺序为 {order} 的联系人，请换一个顺序',
    en: 'Another contact of the client has SOS order {order}; choose another order',
  },
  'contact.phone-taken': {
    'zh-Hans': '该客户已有使用此手机号的联系人，请核对或换一个号码',
    en: 'Another contact of the client has this phone number; check it or enter another',
  },
  'import.suggest.contact.phone-taken': {
    'zh-Hans': '联系人已存在时请删去此行，否则请换一个手机号',
    en: 'Remove the row if the contact exists already, otherwise write another phone number',
  },
  'import.suggest.contact.order-taken': {
    'zh-Hans': '请换一个求助拨打顺序，或留空',
    en: 'Choose another SOS order, or leave it empty',
  },
  'contact.guardian-needs-id': {
    'zh-Hans': '未成年人或重度失能客户的监护人须填写证件号码',
    en: 'The guardian of a minor or of a severely impaired person needs an ID number',
  },
  'contact.self': { 'zh-Hans': '联系人不能是客户本人', en: 'A client cannot be the own contact' },
};
