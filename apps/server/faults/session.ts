/** Signs the administrator of a tenant in (0: of the host) and answers the answer of that call. */
export async function signInWhole(
  url: string,
  tenantId = 1,
): Promise<{ readonly accessToken: string; readonly encryptedAccessToken: string; readonly refreshToken: string }> {
  const response = await fetch(`${url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(tenantId > 0 && { 'abp.tenantid': String(tenantId) }) },
    body: JSON.stringify({ userNameOrEmailAddress: 'admin', password: 'Kangmai@2026' }),
  });
  const { result } = (await response.json()) as {
    readonly result: {
      readonly accessToken: string;
      readonly encryptedAccessToken: string;
      readonly refreshToken: string;
    };
  };
  return result;
}

/** Signs the administrator of the first tenant in; the bearer token. */
export const signIn = async (url: string, tenantId = 1): Promise<string> =>
  (await signInWhole(url, tenantId)).accessToken;
