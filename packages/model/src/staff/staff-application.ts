import {
  action,
  bool,
  choice,
  date,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  dict,
  file,
  id,
  idCard,
  integer,
  move,
  phone,
  ref,
  text,
} from '@kangmai/resource';

export const applicantKinds = defineChoices({
  doctor: { label: '医生', en: 'Doctor' },
  nurse: { label: '护士', en: 'Nurse' },
  manager: { label: '健康管理师', en: 'Health manager' },
  nutrition: { label: '营养师', en: 'Dietitian' },
  psychology: { label: '心理咨询师', en: 'Psychological counsellor' },
  coach: { label: '运动指导师', en: 'Exercise coach' },
  tcm: { label: '中医师', en: 'Doctor of Chinese medicine' },
  worker: { label: '服务人员', en: 'Service worker' },
  volunteer: { label: '志愿者', en: 'Volunteer' },
});

/** Kinds that need a licence: its number, last day and pictures are required. */
export const licensedKinds: readonly string[] = ['doctor', 'nurse', 'tcm'];

export const examineStates = defineStates({
  waiting: { label: '待审核', en: 'Waiting', wire: 0, tone: 'warn' },
  approved: { label: '已通过', en: 'Approved', wire: 1, tone: 'good' },
  refused: { label: '已驳回', en: 'Refused', wire: 2, tone: 'bad', aside: true },
  stopped: { label: '已停用', en: 'Stopped', wire: 3, tone: 'neutral', aside: true },
});

/** Kinds that need no professional title. */
export const untitledKinds: readonly string[] = ['worker', 'volunteer'];

const approvers = 'Pages.StaffManagement.Examine.Approve';
const licence = { group: '执业资格', groupEn: 'Licence' } as const;
const examined = { group: '审核', groupEn: 'Examination', readonly: true } as const;
const remark = { label: '审核意见', en: 'Remark', max: 200, rows: 3 } as const;
const team = { label: '加入团队', en: 'Team', wire: 'teamId' } as const;
const account = { label: '系统账号', en: 'User account', wire: 'userId' } as const;
const linked = { label: '关联客户', en: 'Client file', wire: 'client_id' } as const;

const grant = {
  team: ref('careTeam', {
    ...team,
    required: true,
    only: { isValid: true },
    hint: '通过后成为该团队成员，可查看团队客户',
    hintEn: 'The person becomes a member and sees the clients of the team',
  }),
  role: ref('role', {
    label: '系统角色',
    en: 'Role of the system',
    hint: '留空按用户类型给予；不能给予超出您自己权限的角色',
    hintEn: 'By the kind when left empty; never more than your own rights',
    wire: 'roleId',
  }),
  account: ref('user', {
    ...account,
    hint: '已有账号的选择账号；留空则新建账号，设置密码的邮件发往申请人邮箱',
    hintEn: 'For a person who has an account; a new one is made when left empty',
  }),
  examineRemark: text(remark),
};

/** Somebody who applies to work for the organisation, and what became of it. */
export const staffApplication = defineResource({
  name: 'staffApplication',
  title: '健康管理人员审核',
  en: 'Applications of staff',
  scope: 'tenant',
  permission: 'Pages.StaffManagement.Examine',
  wire: {
    service: 'wcmp_users',
    entity: 'wcmp_user',
    wrap: true,
    joins: {
      examineUserName: 'examiner.fullName',
      userName: 'account.fullName',
      teamName: 'team.name',
      clientName: 'client.name',
      clientSex: 'client.gender',
      clientAge: 'client.age',
    },
    calls: {
      list: 'GetAll',
      edit: 'Getwcmp_userForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'Getwcmp_usersToExcel',
      state: 'PUT UpdateExamineState',
    },
  },
  fields: {
    name: text({ label: '姓名', en: 'Name', required: true, max: 40, filter: 'like' }),
    kind: choice(applicantKinds, {
      label: '用户类型',
      en: 'Kind',
      required: true,
      filter: 'exact',
      wire: 'userType',
    }),
    phone: phone({
      label: '手机号',
      en: 'Phone',
      required: true,
      unique: true,
      sensitive: 'sealed',
      filter: 'exact',
    }),
    idNumber: idCard({ label: '身份证号', en: 'ID number', required: true, sensitive: 'sealed', filter: 'exact' }),
    sex: dict('gender', {
      label: '性别',
      en: 'Sex',
      filter: 'exact',
      hint: '留空按身份证号填写',
      hintEn: 'From the ID number when left empty',
    }),
    emailAddress: text({
      label: '邮箱',
      en: 'E-mail',
      required: true,
      max: 256,
      hint: '审核结果和设置密码的链接发往此邮箱',
      hintEn: 'The result and the link to choose a password go there',
    }),
    avatar: file({ label: '照片', en: 'Photo', accept: 'image' }),
    organization: text({ label: '执业机构', en: 'Practice', required: true, max: 100, filter: 'like' }),
    department: text({ label: '科室', en: 'Department', max: 50 }),
    title: dict('staff_title', {
      label: '职称',
      en: 'Title',
      filter: 'exact',
      hint: '服务人员和志愿者可不填',
      hintEn: 'Not needed for service workers and volunteers',
      ...licence,
    }),
    qualificationNo: text({
      label: '资格证书号',
      en: 'Qualification number',
      max: 30,
      plain: true,
      sensitive: 'masked',
      ...licence,
    }),
    licenceNo: text({
      label: '执业证书号',
      en: 'Licence number',
      max: 30,
      plain: true,
      sensitive: 'masked',
      wire: 'licenseNo',
      ...licence,
    }),
    licenceEndsOn: date({
      label: '证书有效期至',
      en: 'Licence ends on',
      filter: 'range',
      wire: 'licenseExpire',
      ...licence,
    }),
    certificates: file({
      label: '证件照片',
      en: 'Certificate pictures',
      accept: 'image',
      many: 6,
      wire: 'certificateImages',
      ...licence,
    }),
    goodAt: text({ label: '擅长', en: 'Good at', max: 500, rows: 3, ...licence }),
    introduction: text({ label: '简介', en: 'Introduction', max: 1000, rows: 4, ...licence }),
    appliedAt: dateTime({
      label: '申请时间',
      en: 'Applied at',
      filter: 'range',
      wire: 'applyTime',
      ...examined,
    }),
    state: choice(examineStates, {
      label: '审核状态',
      en: 'State',
      default: 'waiting',
      filter: 'exact',
      wire: 'examineState',
      ...examined,
    }),
    examineRemark: text({ ...remark, ...examined }),
    examiner: ref('user', { label: '审核人', en: 'Examined by', wire: 'examineUserId', ...examined }),
    examinedAt: dateTime({
      label: '审核时间',
      en: 'Examined at',
      filter: 'range',
      wire: 'examineTime',
      ...examined,
    }),
    account: ref('user', { ...account, filter: 'exact', ...examined }),
    team: ref('careTeam', { ...team, ...examined }),
    client: ref('client', { ...linked, filter: 'exact', ...examined }),
  },
  conditions: { licenceEndsSoon: bool({ label: '证书60天内到期', en: 'Licence ends within 60 days' }) },
  inStates: { edit: ['waiting', 'refused'], remove: ['waiting', 'refused'] },
  moves: {
    on: 'state',
    approve: move({
      label: '通过',
      en: 'Approve',
      from: ['waiting'],
      to: 'approved',
      permission: approvers,
      ownCall: false,
      input: grant,
    }),
    refuse: move({
      label: '驳回',
      en: 'Refuse',
      from: ['waiting'],
      to: 'refused',
      permission: approvers,
      input: { examineRemark: text({ ...remark, required: true, min: 2 }) },
    }),
    resubmit: move({ label: '重新提交', en: 'Resubmit', from: ['refused'], to: 'waiting' }),
    stop: move({
      label: '停用',
      en: 'Stop',
      from: ['approved'],
      to: 'stopped',
      permission: approvers,
      confirm: '停用后账号立即退出登录、离开团队，员工代码作废。确定停用？',
      confirmEn: 'The account is signed out and leaves its teams, the staff code becomes void. Stop this person?',
      input: { examineRemark: text({ ...remark, required: true, min: 2 }) },
    }),
    restore: move({
      label: '恢复',
      en: 'Restore',
      from: ['stopped'],
      to: 'approved',
      permission: approvers,
      input: { examineRemark: text(remark) },
    }),
  },
  actions: {
    approve: action({
      label: '通过',
      en: 'Approve',
      wire: 'POST Approve',
      permission: approvers,
      input: { id: id(), rowVersion: integer({ label: '版本', en: 'Version' }), ...grant },
    }),
    bindClient: action({
      label: '关联客户',
      en: 'Link the client file',
      wire: 'POST BindClient',
      last: true,
      permission: approvers,
      input: {
        id: id(),
        client: ref('client', {
          ...linked,
          required: true,
          hint: '与申请人为同一人的客户；姓名和证件号码须一致',
          hintEn: 'The file of the same person: name and ID number must be those of the application',
        }),
      },
    }),
  },
  list: {
    columns: [
      'name',
      'kind',
      'organization',
      'appliedAt',
      'state',
      'phone',
      'department',
      'title',
      'licenceEndsOn',
      'examinedAt',
    ],
    sort: ['state', '-appliedAt'],
    search: ['name', 'organization'],
    tabs: 'state',
  },
  display: 'name',
  scopeRule: { everybody: 'the client file is that of the applicant, who is examined as staff' },
  excel: { import: false, export: true },
});
