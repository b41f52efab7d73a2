import { readingOfKind, type ReadingKind } from '@kangmai/model';

export interface Place {
  readonly table: string;
  readonly column: string;
  readonly label: string;
  readonly en: string;
  /** SQL over the row `x`: it stays, because file $3 has the same. */
  readonly stays?: string;
  /** A column that is emptied where the other file has the same value; SQL over `x` says where. */
  readonly emptied?: { readonly column: string; readonly type: string; readonly where: string };
}

const kept = (table: string, same: string): string =>
  `not x.is_deleted and exists (select 1 from ${table} k where k.tenant_id = $1 and k.client_id = $3 and not k.is_deleted and ${same})`;

export const places: readonly Place[] = [
  {
    table: 'client',
    column: 'introducer_id',
    label: '介绍的客户',
    en: 'Clients introduced',
    stays: 'x.id = $3',
  },
  {
    table: 'guardian_contact',
    column: 'client_id',
    label: '监护人与联系人',
    en: 'Guardians and contacts',
    stays: kept('guardian_contact', 'k.phone_index = x.phone_index'),
    emptied: {
      column: 'sos_order',
      type: 'smallint',
      where: kept('guardian_contact', 'k.sos_order = x.sos_order'),
    },
  },
  {
    table: 'guardian_contact',
    column: 'linked_client_id',
    label: '关联的联系人',
    en: 'Linked contacts',
    stays: 'x.client_id = $3',
  },
  { table: 'device_binding', column: 'client_id', label: '设备绑定', en: 'Device bindings' },
  { table: 'child_device', column: 'client_id', label: '子设备', en: 'Sub-devices' },
  { table: 'device_purchase', column: 'client_id', label: '设备购买记录', en: 'Device purchases' },
  { table: 'device_command', column: 'client_id', label: '设备指令', en: 'Device commands' },
  { table: 'abnormal_rule', column: 'client_id', label: '个人规则', en: 'Own rules' },
  { table: 'abnormal_case', column: 'client_id', label: '异常', en: 'Cases' },
  { table: 'case_contact', column: 'client_id', label: '异常联系记录', en: 'Contacts about cases' },
  { table: 'sos_record', column: 'client_id', label: '紧急呼叫', en: 'Calls for help' },
  { table: 'alarm_notice', column: 'client_id', label: '告警通知', en: 'Alarm notices' },
  { table: 'remind_message', column: 'client_id', label: '提醒', en: 'Reminders' },
  { table: 'handover_item', column: 'client_id', label: '交班事项', en: 'Hand-over items' },
  { table: 'client_consent', column: 'client_id', label: '知情同意', en: 'Consents' },
  { table: 'bed_stay', column: 'client_id', label: '入住记录', en: 'Stays' },
  { table: 'contract', column: 'client_id', label: '合同', en: 'Contracts' },
  { table: 'service_appointment', column: 'client_id', label: '预约', en: 'Appointments' },
  { table: 'outpatient_appointment', column: 'client_id', label: '门诊预约', en: 'Clinic visits' },
  { table: 'escort_booking', column: 'client_id', label: '陪诊预约', en: 'Escort bookings' },
  { table: 'health_service_booking', column: 'client_id', label: '健康服务预约', en: 'Service bookings' },
  { table: 'education_enrolment', column: 'client_id', label: '健康教育报名', en: 'Enrolments' },
  {
    table: 'doctor_agreement',
    column: 'client_id',
    label: '医生签约',
    en: 'Contracts with doctors',
    stays: kept(
      'doctor_agreement',
      "x.state in (0, 1) and k.state in (0, 1) and daterange(k.starts_on, k.ends_on, '[]') && daterange(x.starts_on, x.ends_on, '[]')",
    ),
  },
  { table: 'client_suggestion', column: 'client_id', label: '客户建议', en: 'Suggestions' },
  {
    table: 'client_team_member',
    column: 'client_id',
    label: '服务人员',
    en: 'Staff in charge',
    stays: kept(
      'client_team_member',
      "k.role_id = x.role_id and k.user_id = x.user_id and daterange(k.starts_on, k.ends_on, '[]') && daterange(x.starts_on, x.ends_on, '[]')",
    ),
  },
  { table: 'family', column: 'householder_id', label: '户主', en: 'Head of a family' },
  { table: 'family_member', column: 'client_id', label: '家庭成员', en: 'Members of families' },
  {
    table: 'client_tag',
    column: 'client_id',
    label: '标签',
    en: 'Tags',
    stays: kept('client_tag', 'k.tag_id = x.tag_id'),
  },
  { table: 'staff_application', column: 'client_id', label: '人员申请', en: 'Applications of staff' },
  { table: 'stored_file', column: 'client_id', label: '附件', en: 'Files' },
];

/** Readings are moved afterwards, in batches. */
export const readingPlaces: readonly { readonly kind: ReadingKind; readonly table: string }[] = (
  Object.keys(readingOfKind) as ReadingKind[]
).map((kind) => ({ kind, table: readingOfKind[kind].table }));

/** Tables that name a client and are left as they are, with the reason. */
export const untouched: Readonly<Record<string, string>> = {
  'sensitive_access_log.client_id': 'the log says which file was opened',
  'phone_link.client_id': 'links end with the file that is hidden',
  'wechat_code.client_id': 'codes of ten minutes',
  'rule_bench_count.client_id': 'figures of a finished comparison of rules',
  'rule_trial_episode.client_id': 'figures of a rule on trial',
  'rule_trial_state.client_id': 'the state of a rule on trial',
  'rule_trial_course.client_id': 'the state of a rule on trial',
  'early_warning.client_id': 'counted again after a merge',
  'history_day.client_id': 'until which day courses were judged for a file',
  'reading_day.client_id': 'counted again with the readings that are moved',
  'reading_hour.client_id': 'counted again with the readings that are moved',
  'reading_latest.client_id': 'found again with the readings that are moved',
  'reading_twin.client_id': 'found again with the readings that are moved',
  'client_pair.one_id': 'pairs of a hidden file are not shown',
  'client_pair.other_id': 'pairs of a hidden file are not shown',
  'client_merge.keep_id': 'the merge itself',
  'client_merge.other_id': 'the merge itself',
};

export const placeName = ({ table, column }: Pick<Place, 'table' | 'column'>): string => `${table}.${column}`;

/** Occupancies cannot be updated: they are deleted and inserted with the same ids. */
export const occupancyPlace = 'occupancy.subject_id';
