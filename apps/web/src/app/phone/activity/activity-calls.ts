import { callPhone } from '../phone-wire.ts';

export interface Activity {
  readonly purpose: 'enrol' | 'signIn';
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly place: string;
  readonly houseName: string;
  readonly housePhone: string;
  /** Absent where any number may come. */
  readonly freePlaces: number | null;
  readonly needsApproval: boolean;
  readonly isOpen: boolean;
}

export type EnrolmentStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface Enrolment {
  readonly enrollNo: string;
  readonly status: EnrolmentStatus;
  readonly personCount: number;
  readonly waitNo: number | null;
  readonly isNew?: boolean;
}

export interface Enrolling {
  readonly phone: string;
  readonly smsCode: string;
  readonly name: string;
  readonly personCount: number;
}

const post = <T>(action: string, body: object): Promise<T> =>
  callPhone<T>(`HealthEducationEnroll/${action}`, { method: 'POST', body });

export const readActivity = (code: string): Promise<Activity> => post('OpenCode', { code });

export const sendDigits = (code: string, phone: string): Promise<unknown> => post('SendCode', { code, phone });

export const enrol = (code: string, given: Enrolling): Promise<Enrolment> => post('EnrolByCode', { code, ...given });

export const signIn = (code: string, phone: string): Promise<Enrolment> => post('SignInByCode', { code, phone });
