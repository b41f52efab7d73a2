import { createInterface } from 'node:readline/promises';
import { readField, kindNames } from './fields.mjs';

const fieldHelp = `Fields, one a line: name, kind, 中文, English, options. An empty line ends them.
  kinds: ${kindNames.join(', ')}
  such as: client, ref client, 客户, Client, required`;

/** Asks for what the words of the command left out. */
export async function ask(given) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = async (name, question) => given[name] ?? (await lines.question(`${question}: `)).trim();
    const answers = {
      name: await answer('name', 'Name, such as care-visit'),
      title: await answer('title', 'Title in Chinese'),
      en: await answer('en', 'Title in English'),
      area: await answer('area', 'Area: folder of packages/model/src, there or new'),
      group: await answer('group', 'Address of the group in the menu, such as /jkfw'),
    };
    const fields = given.fields.length > 0 ? given.fields : await askFields(lines);
    const action = given.action ?? (await lines.question('Action: name, state that it brings, 中文, English (empty for the usual one): ')).trim();
    return { ...given, ...answers, fields, ...(action && { action }) };
  } finally {
    lines.close();
  }
}

async function askFields(lines) {
  console.log(fieldHelp);
  const fields = [];
  for (;;) {
    const line = (await lines.question('field: ')).trim();
    if (line === '') return fields;
    try {
      readField(line);
      fields.push(line);
    } catch (error) {
      console.log(error.message);
    }
  }
}
