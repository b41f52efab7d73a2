import { unknownBirthday } from '@kangmai/domain';
import { age, choice, date, defineChoices, dict, dicts, file, idCard, phone, text } from '@kangmai/resource';
import { examplePerson } from '../shared/person.ts';

export const residenceTypes = defineChoices({
  registered: { label: '户籍', en: 'Registered', wire: 1 },
  unregistered: { label: '非户籍', en: 'Not registered', wire: 2 },
});

const basics = { group: '基本', groupEn: 'Basics' } as const;

/** Who the person is. */
export const identityFields = {
  archiveNo: text({
    label: '档案编号',
    en: 'Archive number',
    max: 20,
    unique: true,
    readonly: true,
    filter: 'exact',
    ...basics,
  }),
  name: text({
    label: '姓名',
    en: 'Name',
    example: examplePerson.name,
    required: true,
    max: 50,
    filter: 'like',
    index: true,
    ...basics,
  }),
  initials: text({
    label: '首字母',
    en: 'Initials',
    max: 50,
    readonly: true,
    filter: 'like',
    index: true,
    ...basics,
    wire: 'pinyin',
  }),
  spelling: text({ label: '全拼', en: 'Full pinyin', max: 200, readonly: true, ...basics, wire: 'fullPinyin' }),
  certificateType: dict('certificate_type', {
    label: '证件类型',
    en: 'ID type',
    default: '01',
    required: true,
    ...basics,
  }),
  certificateNo: idCard({
    label: '证件号码',
    en: 'ID number',
    example: examplePerson.number,
    sensitive: 'sealed',
    unique: true,
    filter: 'exact',
    ...basics,
    wire: 'certificate_no',
  }),
  gender: dict('gender', {
    label: '性别',
    en: 'Sex',
    example: examplePerson.gender,
    required: true,
    filter: 'exact',
    ...basics,
  }),
  birthday: date({
    label: '出生日期',
    en: 'Birth date',
    example: examplePerson.birthday,
    required: true,
    limit: 'past',
    index: true,
    ...basics,
  }),
  age: age({
    label: '年龄',
    en: 'Age',
    of: 'birthday',
    unknown: unknownBirthday,
    unit: '岁',
    filter: 'range',
    ...basics,
  }),
  photo: file({ label: '照片', en: 'Photo', accept: 'image', ...basics }),
  phone: phone({
    label: '手机号',
    en: 'Mobile',
    required: true,
    sensitive: 'sealed',
    index: true,
    filter: 'exact',
    ...basics,
  }),
  nation: dict('nation', { label: '民族', en: 'Ethnic group', default: '01', ...basics }),
  marriage: dict('marriage', { label: '婚姻状况', en: 'Marital status', ...basics }),
  education: dict('education', { label: '文化程度', en: 'Education', ...basics }),
  occupation: dict('occupation', { label: '职业', en: 'Occupation', ...basics }),
  workUnit: text({ label: '工作单位', en: 'Employer', max: 100, ...basics }),
  residenceType: choice(residenceTypes, { label: '常住类型', en: 'Residence type', ...basics }),
  bloodType: dict('blood_abo', { label: 'ABO血型', en: 'ABO group', ...basics }),
  rh: dict('blood_rh', { label: 'Rh血型', en: 'Rh group', ...basics }),
  paymentTypes: dicts('payment_type', { label: '医疗费用支付方式', en: 'Payment of care', ...basics }),
  insuranceNo: text({ label: '医保号', en: 'Insurance number', max: 30, sensitive: 'sealed', ...basics }),
} as const;
