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

/** How a person is called in a message to others: by surname and 先生 or 女士. `sex`: 1 male, 2 female (GB/T 2261.1). */
export function calledBySurname(name: string, sex: string | null): string {
  const surname = surnameOf(name);
  if (surname === undefined) {
    return '您的家人';
  }
  return sex === '1' ? `${surname}先生` : sex === '2' ? `${surname}女士` : `${surname}先生/女士`;
}
