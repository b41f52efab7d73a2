import { expect, test } from 'vitest';
import { canonicalQuery, signedHeaders } from './aliyun-signature.ts';

test("a call is signed as the provider's own example is", () => {
  const headers = signedHeaders(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      nonce: '3156853299f313e23d1673dc12e1703d',
      at: new Date('2023-10-26T10:22:32Z'),
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    },
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
  );
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('what is signed is encoded letter by letter', () => {
  expect(canonicalQuery({ b: "a b*'()!~", a: '康脉' })).toBe('a=%E5%BA%B7%E8%84%89&b=a%20b%2A%27%28%29%21~');
});
