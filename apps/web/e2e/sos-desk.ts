import type { Locator, Page } from 'playwright-core';
import { signIn, type Caller, type Gateway, type Product } from './product.ts';

export interface Bound {
  readonly imei: string;
  readonly clientId: number;
  readonly name: string;
}
export interface Rows<T> {
  readonly items: readonly T[];
}

/** A client of somebody with a device. */
export async function boundOf(manager: Caller): Promise<Bound> {
  const { items } = await manager.get<
    Rows<{ readonly ['device_bind']: { readonly imei: string; readonly userId: number }; readonly userName: string }>
  >('Device_binds/GetAll?RelationFilter=0&StateFilter=1&MaxResultCount=1');
  const [first] = items;
  if (!first) throw new Error('the manager has nobody with a device');
  return { imei: first['device_bind'].imei, clientId: first['device_bind'].userId, name: first.userName };
}

export const popupOf = (page: Page): Locator => page.getByRole('dialog', { name: /紧急求助|跌倒/ });

/** A device of the tenant that nobody wears. */
export async function unboundImei(admin: Caller): Promise<string> {
  const [devices, binds] = await Promise.all([
    admin.get<Rows<{ readonly device: { readonly imei: string } }>>('Devices/GetAll?MaxResultCount=1000'),
    admin.get<Rows<{ readonly ['device_bind']: { readonly imei: string } }>>(
      'Device_binds/GetAll?StateFilter=1&MaxResultCount=1000',
    ),
  ]);
  const worn = new Set(binds.items.map((each) => each['device_bind'].imei));
  return (
    devices.items.map(({ device }) => device.imei).find((imei) => /^86\d{13}$/.test(imei) && !worn.has(imei)) ?? ''
  );
}

/** A source of the host, which delivers for every tenant. */
export async function hostGateway(product: Product): Promise<Gateway> {
  const host = await signIn(product, { tenancyName: '', userName: 'admin' });
  const id = await host.post<number>('IngestSources/CreateOrEdit', {
    sourceName: '平台求助网关',
    sourceCode: 'e2e-host',
    protocol: 'json',
    authType: 'hmac',
    imeiPrefix: '86',
    ratePerMinute: 600_000,
  });
  return { code: 'e2e-host', key: (await host.post<{ apiKey: string }>('IngestSources/RotateKey', { id })).apiKey };
}
