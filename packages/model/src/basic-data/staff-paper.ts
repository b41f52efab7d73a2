import { bool, choice, date, defineResource, defineStates, file, move, ref, text } from '@kangmai/resource';
import { paperKinds } from './paper-kinds.ts';

export const paperStates = defineStates({
  valid: { label: '有效', en: 'Valid', tone: 'good' },
  expired: { label: '已过期', en: 'Expired', tone: 'bad' },
  withdrawn: { label: '已注销', en: 'Withdrawn', tone: 'neutral', aside: true },
});

/** A certificate or licence that a member of the staff holds, until its end date. */
export const staffPaper = defineResource({
  name: 'staffPaper',
  title: '证件资料',
  en: 'Staff papers',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.StaffPaper',
  wire: {
    service: 'StaffPapers',
    entity: 'StaffPaper',
    wrap: true,
    joins: { holderName: 'holder.name', jobNo: 'holder.jobNo' },
    calls: {
      list: 'GetAll',
      edit: 'GetStaffPaperForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetStaffPapersToExcel',
    },
  },
  fields: {
    holder: ref('staffMember', {
      label: '持证人',
      en: 'Holder',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'personId',
    }),
    kind: choice(paperKinds, { label: '证件类型', en: 'Kind', required: true, filter: 'exact' }),
    number: text({ label: '证件编号', en: 'Number', example: 'JK100200', required: true, max: 60, filter: 'like' }),
    issuer: text({ label: '发证机关', en: 'Issued by', max: 100 }),
    issuedOn: date({ label: '发证日期', en: 'Issued on', limit: 'past' }),
    validUntil: date({
      label: '有效期至',
      en: 'Valid until',
      example: '2099-12-31',
      filter: 'range',
      hint: '长期有效的证件留空',
      hintEn: 'Empty for papers without an end',
    }),
    pictures: file({ label: '证件图片', en: 'Pictures', accept: 'any', many: 9 }),
    state: choice(paperStates, { label: '状态', en: 'State', default: 'valid', readonly: true, filter: 'exact' }),
    remark: text({ label: '备注', en: 'Remark', max: 200, rows: 2 }),
  },
  conditions: { endsSoon: bool({ label: '30天内到期', en: 'Ends within 30 days' }) },
  unique: [['holder', 'kind', 'number']],
  pairs: [['issuedOn', 'validUntil']],
  list: {
    columns: ['holder', 'kind', 'number', 'issuer', 'issuedOn', 'validUntil', 'state'],
    sort: 'validUntil',
    search: ['holder', 'number'],
    layouts: { board: 'state', calendar: { from: 'validUntil', label: 'holder', colour: 'state' } },
    views: {
      endsSoon: { label: '30天内到期', en: 'Ends within 30 days', filter: { endsSoon: true } },
      valid: { label: '有效', en: 'Valid', filter: { state: 'valid' } },
      expired: { label: '已过期', en: 'Expired', filter: { state: 'expired' } },
    },
  },
  display: 'number',
  scopeRule: { through: 'holder' },
  excel: { import: true, export: true },
  moves: {
    on: 'state',
    expire: move({ label: '到期', en: 'Expire', from: ['valid'], to: 'expired', clock: { field: 'validUntil' } }),
    extend: move({
      label: '延期',
      en: 'Extend',
      from: ['expired'],
      to: 'valid',
      permission: 'Edit',
      input: { validUntil: date({ label: '有效期至', en: 'Valid until', required: true }) },
    }),
    withdraw: move({
      label: '注销',
      en: 'Withdraw',
      from: ['valid', 'expired'],
      to: 'withdrawn',
      permission: 'Edit',
      confirm: '确定注销该证件？',
      confirmEn: 'Withdraw this paper?',
    }),
  },
});
