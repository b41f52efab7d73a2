import type { TenancyName, TestApp } from './app.ts';

/** The newest stored message to a recipient with its code or link, as the host reads it; empty when there is none. */
export async function wholeText(
  app: Pick<TestApp, 'as'>,
  tenancyName: TenancyName,
  recipient: string,
): Promise<string> {
  const host = await app.as('admin');
  const asked = { tenancyName, recipient, reason: '本机测试' };
  const { status, result } = await host.post<{ readonly body: string }>('OutgoingMessages/GetWholeText', asked);
  return status === 200 ? result.body : '';
}
