import { defineDocument } from '@kangmai/resource';
import { agreementTerms } from './agreement-terms.ts';
import type { doctorAgreement } from './doctor-agreement.ts';

/** The agreement as client and doctor sign it. */
export const agreementPaper = defineDocument<typeof doctorAgreement>({
  key: 'doctorAgreement',
  of: 'doctorAgreement',
  label: '签约服务协议',
  en: 'Agreement with a doctor',
  paper: 'A4',
  number: 'agreementNo',
  issued: { template: 2, signer: 'doctor', in: ['running', 'expired', 'terminated'] },
  parts: [
    { kind: 'facts', fields: ['client', 'team', 'doctor', 'signedOn', 'startsOn', 'endsOn', 'renewedFrom', 'state'] },
    { kind: 'terms', label: '协议条款', en: 'Terms', text: agreementTerms },
    {
      kind: 'signatures',
      parties: [
        { label: '服务方', en: 'Provider', by: 'tenant' },
        { label: '签约医生', en: 'Doctor' },
        { label: '客户或监护人', en: 'Client or guardian' },
      ],
    },
  ],
});
