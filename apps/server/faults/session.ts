/** Signs the administrator of the first tenant in and answers the answer of that call. */
export async function signInWhole(url: string): Promise<{ readonly accessToken: string; readonly encryptedAccessToken: string; readonly refreshToken: string }> {
  const response = await fetch(`${url}/api/TokenAuth/Authenticate`, { method: 'POST', headers: { 'content-type': 'application/json', 'abp.tenantid': '1' }, body: JSON.stringify({ userNameOrEmailAddress: 'admin', password: 'Kangmai@2026' }) });
  const { result } = (await response.json()) as { readonly result: { readonly accessToken: string; readonly encryptedAccessToken: string; readonly refreshToken: string } };
  return result;
}

/** Signs the administrator of the first tenant in; the bearer token. */
export const signIn = async (url: string): Promise<string> => (await signInWhole(url)).accessToken;
