/** What samples of the platform need besides the kinds of their fields. */
export const ofPlatform = {
  commonDictionary: {
    planted: () => ({ catalogue: 'icd10', parentCode: null }),
    body: async () => ({ dicType: 'icd10', parentCode: undefined }),
  },
  gzhSetting: {
    planted: () => ({ isEnabled: false }),
    body: async (seed: number) => ({
      appId: `wx${String(seed).padStart(16, '0')}`,
      appSecret: 'abcdef0123456789',
      token: 'receipts1',
      isEnable: false,
    }),
  },
  gzhTemplate: {
    planted: () => ({ isEnabled: false }),
    body: async (seed: number) => ({
      templateId: `TEMPLATE-${String(seed).padStart(8, '0')}`,
      fields: [{ keyword: 'thing1', value: '{{机构名称}}' }],
      isEnable: false,
    }),
  },
};
