import { kindNames, readField } from './fields.mjs';

const fieldHelp = `Fields, one a line: name, kind, 中文, English, options. An empty line ends them.
kinds: ${kindNames.join(', ')}
such as: client, ref client, 客户, Client, required`;

const questions = {
  name: 'Name, such as care-visit',
  title: 'Title in Chinese',
  en: 'Title in English',
  area: 'Area: a folder of packages/model/src, there or new',
  group: 'Address of the group in the menu, such as /jkfw',
};

async function askFields(question, tell) {
  tell(fieldHelp);
  const fields = [];
  for (;;) {
    const line = (await question('field')).trim();
    if (line === '') return fields;
    try {
      readField(line);
      fields.push(line);
    } catch (error) {
      tell(error.message);
    }
  }
}

/**
 * Asks for what the command's words omit.
 * @param {object} given the words, by their names
 * @param {(text: string) => Promise<string>} question asks one thing
 * @param {(text: string) => void} tell shows help and problems of a field, which is then asked again
 */
export async function ask(given, question, tell) {
  const answers = { ...given };
  for (const [name, text] of Object.entries(questions)) answers[name] ??= (await question(text)).trim();
  if (given.fields.length === 0) answers.fields = await askFields(question, tell);
  if (given.action === undefined) {
    const action = (
      await question('Action: name, state that it brings, 中文, English (empty for the usual one)')
    ).trim();
    if (action !== '') answers.action = action;
  }
  return answers;
}
