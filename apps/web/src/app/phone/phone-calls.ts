import { callPhone, type PhoneCall } from './phone-wire.ts';

export interface Service {
  readonly id: number;
  readonly title: string;
  readonly introduction: string;
  readonly provider: string | null;
  readonly place: string | null;
  readonly price: number | null;
  readonly minutes: number | null;
  readonly advanceDays: number;
  readonly needApprove: boolean;
  readonly hasCover: boolean;
}

export interface FreeDay {
  readonly day: string;
  readonly total: number;
  readonly free: number;
}

export interface FreeRange {
  readonly timeRange: string;
  readonly days: readonly FreeDay[];
}

export interface OwnBooking {
  readonly id: number;
  readonly recordNo: string;
  readonly serviceTitle: string;
  readonly appointmentDate: string;
  readonly timeRange: string;
  readonly status: 0 | 1 | 2 | 3 | 4 | 5;
  readonly remark: string | null;
  readonly canCancel: boolean;
}

export interface OwnBookings {
  readonly calledName: string;
  readonly houseName: string;
  readonly housePhone: string;
  readonly items: readonly OwnBooking[];
}

export interface Wanted {
  readonly healthServicesId: number;
  readonly appointmentDate: string;
  readonly timeRange: string;
}

const tokenKey = 'phoneToken';

/** The token of the phone session; it ends with the window. */
export const phoneToken = (): string | null => sessionStorage.getItem(tokenKey);
export const keepPhoneToken = (token: string): void => sessionStorage.setItem(tokenKey, token);
export const dropPhoneToken = (): void => sessionStorage.removeItem(tokenKey);

type Sent = Omit<PhoneCall, 'token'>;

const send = <T>(action: string, sent: Sent): Promise<T> =>
  callPhone<T>(`PhoneAccess/${action}`, { ...sent, token: phoneToken() });

export const sendCode = (linkToken: string): Promise<{ readonly seconds: number }> =>
  send('SendCode', { method: 'POST', body: { linkToken } });

export const exchange = (linkToken: string, smsCode: string): Promise<{ readonly accessToken: string }> =>
  send('ExchangeToken', { method: 'POST', body: { linkToken, smsCode } });

export const readServices = (): Promise<readonly Service[]> => send('GetServices', { method: 'GET' });

export const readCover = async (id: number): Promise<string | null> =>
  (await send<{ readonly picture: string | null }>('GetServiceCover', { method: 'GET', query: { id } })).picture;

export const readOwn = (): Promise<OwnBookings> => send('GetBookings', { method: 'GET' });

export const book = (wanted: Wanted, key: string): Promise<{ readonly id: number; readonly status: 0 | 1 }> =>
  send('Book', { method: 'POST', body: wanted, key });

export const cancel = (id: number): Promise<null> => send('CancelBooking', { method: 'POST', body: { id } });

const dayMs = 86_400_000;
const spanDays = 31;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The free places of a service on all days on which it can be booked; a call answers a month at most. */
export async function readPlaces({ id, advanceDays }: Service): Promise<readonly FreeRange[]> {
  const from = Date.now() - dayMs;
  const spans = Array.from({ length: Math.ceil((advanceDays + 3) / spanDays) }, (_, at) => at * spanDays);
  const parts = await Promise.all(
    spans.map((days) =>
      send<readonly FreeRange[]>('GetFreePlaces', {
        method: 'GET',
        query: {
          healthServicesId: id,
          begin: dayAt(from + days * dayMs),
          end: dayAt(from + (days + spanDays - 1) * dayMs),
        },
      }),
    ),
  );
  return (parts[0] ?? []).map(({ timeRange }) => ({
    timeRange,
    days: parts.flatMap((part) => part.find((range) => range.timeRange === timeRange)?.days ?? []),
  }));
}
