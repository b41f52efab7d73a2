/** Surnames of two characters that are still common. */
const pairs =
  '欧阳司马上官诸葛司徒东方皇甫尉迟公孙令狐慕容宇文长孙夏侯轩辕端木百里呼延南宫西门独孤完颜拓跋澹台公冶宗政濮阳淳于单于申屠仲孙钟离闾丘赫连万俟闻人太叔公羊第五';
const compound: ReadonlySet<string> = new Set(pairs.match(/../gu));

const isHan = /^\p{Script=Han}/u;

/** The surname of a Chinese name; undefined for a name that does not begin with a Chinese character. */
export function surnameOf(name: string): string | undefined {
  const trimmed = name.trim();
  if (!isHan.test(trimmed)) {
    return undefined;
  }
  const [first = '', second = ''] = trimmed;
  return compound.has(first + second) && trimmed.length > 2 ? first + second : first;
}

const called = {
  'zh-Hans': { 1: '{}先生', 2: '{}女士', other: '{}先生/女士', unnamed: '您的家人' },
  'en': { 1: 'Mr {}', 2: 'Ms {}', other: '{}', unnamed: 'your relative' },
} as const;

/** How a person is called in a message to others: by surname and title. `sex`: 1 male, 2 female (GB/T 2261.1). */
export function calledBySurname(name: string, sex: string | null, culture: keyof typeof called = 'zh-Hans'): string {
  const words = called[culture];
  const surname = surnameOf(name);
  if (surname === undefined) return words.unnamed;
  return words[sex === '1' ? 1 : sex === '2' ? 2 : 'other'].replace('{}', surname);
}
