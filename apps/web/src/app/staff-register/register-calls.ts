import { api } from '../../lib/api/api.ts';

export interface Proof {
  readonly registrationCode: string;
  readonly phone: string;
  readonly smsCode: string;
}

export interface Title {
  readonly code: string;
  readonly name: string;
}

/** What somebody sent before, without the numbers of papers. */
export interface OwnApplication {
  readonly examineState: number;
  readonly examineRemark: string | null;
  readonly userType: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly organization: string;
  readonly department: string | null;
  readonly title: string | null;
  readonly licenseExpire: string | null;
  readonly goodAt: string | null;
  readonly pictures: number;
}

export interface Application extends Proof {
  readonly userType: string;
  readonly name: string;
  readonly idNumber?: string | undefined;
  readonly emailAddress: string;
  readonly organization: string;
  readonly department?: string | undefined;
  readonly title?: string | undefined;
  readonly licenseNo?: string | undefined;
  readonly licenseExpire?: string | undefined;
  readonly goodAt?: string | undefined;
  readonly certificateImages: readonly string[];
  readonly isAgreed: boolean;
}

const anonymous = { anonymous: true } as const;

/** Sends digits to a number; answers the titles that may be chosen. */
export const sendCode = (given: Omit<Proof, 'smsCode'>): Promise<{ readonly titles: readonly Title[] }> =>
  api.post('wcmp_users/SendRegisterCode', given, anonymous);

export const readOwn = async (proof: Proof): Promise<OwnApplication | null> =>
  (await api.post<{ application: OwnApplication | null }>('wcmp_users/GetOwnApplication', proof, anonymous))
    .application;

export const apply = (application: Application, isAgain: boolean): Promise<unknown> =>
  api.post(`wcmp_users/${isAgain ? 'Resubmit' : 'Register'}`, application, anonymous);
