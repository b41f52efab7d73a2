/** English for names of dictionary entries as they are built in, by type and name: 女 is a sex and a relation. */
const entryWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: { 未知的性别: 'Sex unknown', 男: 'Male', 女: 'Female', 未说明的性别: 'Sex not stated' },
  'blood_abo': { A型: 'A', B型: 'B', O型: 'O', AB型: 'AB', 不详: 'Unknown' },
  relation: {
    本人或户主: 'Self or head of household',
    配偶: 'Spouse',
    子: 'Son',
    女: 'Daughter',
    孙子女或外孙子女: 'Grandchild',
    父母: 'Parent',
    祖父母或外祖父母: 'Grandparent',
    兄弟姐妹: 'Sibling',
    其他亲属: 'Other relative',
    邻居: 'Neighbour',
    护工保姆: 'Carer',
    社区工作人员: 'Community worker',
    朋友同事: 'Friend or colleague',
  },
};

/** The same by key: type and name with a dot between. */
export const englishEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entryWords).flatMap(([type, words]) =>
    Object.entries(words).map(([name, word]) => [`${type}.${name}`, word]),
  ),
);
