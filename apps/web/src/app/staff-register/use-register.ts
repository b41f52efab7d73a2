import { useState } from 'react';

import { fieldProblems } from '../../features/account/failures.ts';
import { failureSentence } from '../../lib/failure-words.ts';

import { apply, readOwn, sendCode, type Application, type OwnApplication, type Title } from './register-calls.ts';

import type { FormInstance } from 'antd';

export type Fields = Omit<Application, 'certificateImages'> & { certificateImages?: readonly string[] };

const names = [
  'registrationCode',
  'phone',
  'smsCode',
  'userType',
  'name',
  'idNumber',
  'emailAddress',
  'organization',
  'department',
  'title',
  'licenseNo',
  'licenseExpire',
  'goodAt',
  'certificateImages',
  'isAgreed',
] as const;

const refused = 2;
const textOf = (value: string | undefined): string | undefined => value?.trim() || undefined;

/** What the form sends: empty fields are left out. */
const bodyOf = ({ certificateImages = [], ...given }: Fields): Application => ({
  ...given,
  registrationCode: given.registrationCode.trim(),
  phone: given.phone.trim(),
  smsCode: given.smsCode.trim(),
  idNumber: textOf(given.idNumber),
  department: textOf(given.department),
  licenseNo: textOf(given.licenseNo),
  licenseExpire: textOf(given.licenseExpire),
  goodAt: textOf(given.goodAt),
  certificateImages,
});

const valuesOf = (own: OwnApplication): Partial<Fields> => ({
  userType: own.userType,
  name: own.name,
  emailAddress: own.emailAddress,
  organization: own.organization,
  department: own.department ?? undefined,
  title: own.title ?? undefined,
  licenseExpire: own.licenseExpire ?? undefined,
  goodAt: own.goodAt ?? undefined,
});

/** The steps of an application: code, what was sent before, sending. */
export function useRegister(form: FormInstance<Fields>, onDone: (email: string) => void) {
  const [titles, setTitles] = useState<readonly Title[]>([]);
  const [sentAt, setSentAt] = useState<object | null>(null);
  const [own, setOwn] = useState<OwnApplication | null>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const problems = fieldProblems(error, names);
      form.setFields(problems);
      if (problems[0]) form.focusField(problems[0].name);
      else setProblem(failureSentence(error));
    }
    setBusy(false);
  };
  const proofFields = ['registrationCode', 'phone'] as const;
  const send = async (): Promise<void> => {
    const given = await form.validateFields([...proofFields]).catch(() => null);
    if (!given) return;
    await attempt(async () => {
      const answer = await sendCode({ registrationCode: given.registrationCode.trim(), phone: given.phone.trim() });
      setTitles(answer.titles);
      setSentAt({});
    });
  };
  const look = async (): Promise<void> => {
    const given = await form.validateFields([...proofFields, 'smsCode']).catch(() => null);
    if (!given) return;
    await attempt(async () => {
      const found = await readOwn(given);
      setOwn(found);
      if (!found) return;
      form.setFieldsValue(valuesOf(found));
    });
  };
  const isAgain = own?.examineState === refused;
  const submit = (given: Fields): Promise<void> =>
    attempt(async () => {
      await apply(bodyOf(given), isAgain);
      onDone(given.emailAddress);
    });
  return { titles, sentAt, own, problem, isBusy, isAgain, send, look, submit };
}
