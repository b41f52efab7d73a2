import { defineChoices } from '@kangmai/resource';

/** Papers that members of the staff hold. */
export const paperKinds = defineChoices({
  health: { label: '健康证', en: 'Health certificate' },
  doctor: { label: '医师执业证书', en: 'Doctor’s licence' },
  nurse: { label: '护士执业证书', en: 'Nurse’s licence' },
  careWorker: { label: '养老护理员证', en: 'Care worker’s certificate' },
  socialWorker: { label: '社会工作者证书', en: 'Social worker’s certificate' },
  dietitian: { label: '营养师证书', en: 'Dietitian’s certificate' },
  counsellor: { label: '心理咨询师证书', en: 'Counsellor’s certificate' },
  firstAid: { label: '急救证', en: 'First aid certificate' },
  electrician: { label: '电工证', en: 'Electrician’s certificate' },
  driver: { label: '驾驶证', en: 'Driving licence' },
  other: { label: '其他', en: 'Other' },
});

/** Licences that companies and institutions hold. */
export const licenceKinds = defineChoices({
  business: { label: '营业执照', en: 'Business licence' },
  medical: { label: '医疗机构执业许可证', en: 'Licence of a medical institution' },
  food: { label: '食品经营许可证', en: 'Food licence' },
  care: { label: '养老机构备案', en: 'Registration of a care institution' },
  device: { label: '医疗器械经营许可证', en: 'Licence for medical devices' },
  fire: { label: '消防验收', en: 'Fire safety approval' },
  insurance: { label: '责任保险', en: 'Liability insurance' },
  other: { label: '其他', en: 'Other' },
});
