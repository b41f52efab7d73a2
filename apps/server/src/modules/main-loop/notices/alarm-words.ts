import { calledBySurname } from '@kangmai/domain';
import { type abnormalCase, alarmLevels } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { labelIn } from '../../../engine/public.ts';
import type { Culture } from '../../../platform/texts/index.ts';
import { houseFor, houseWords } from '../../messages/public.ts';
import type { SendBook } from './send-book.ts';

const spoken = (language: string | null | undefined): Culture => (language?.startsWith('en') ? 'en' : 'zh-Hans');

/** The language of a message: that of the user who gets it, else that of the tenant. */
export const cultureFor = ({ writing, language }: SendBook, userId: number | null): Culture =>
  spoken(writing.get(userId ?? 0)?.culture ?? language);

const noWard = { label: '未绑定设备', en: 'a device without a wearer' } as const;

/** Words of a message about a case: nothing that tells a value, a whole name or the person's number. */
export function alarmWords(book: SendBook, row: Row<typeof abnormalCase>, culture: Culture) {
  const person = book.persons.get(row.client ?? 0);
  return {
    ...houseWords(houseFor(book.houses, person?.organizationUnit ?? null), culture),
    ward: person ? calledBySurname(person.name, person.gender, culture) : labelIn(culture, noWard),
    level: labelIn(culture, alarmLevels.entries[row.level]),
  };
}
