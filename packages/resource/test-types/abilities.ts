import {
  choice,
  date,
  dateTime,
  decimal,
  defineChoices,
  defineResource,
  defineStates,
  file,
  integer,
  json,
  ref,
  text,
} from '@kangmai/resource';
import type { CardRule, CreateInput, FieldsOf, Row } from '@kangmai/resource';

// Every line below an expectation must not compile; tsc reports an expectation without an error.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

const label = 'x';
const roles = defineChoices({ nurse: { label: '1' }, doctor: { label: '2' } });

export const rung = defineResource({
  name: 'rung',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Rungs', entity: 'Rung', calls: { list: 'GetAll' } },
  fields: {
    name: text({ label, required: true }),
    steps: json({
      label,
      required: true,
      rows: { to: choice(roles, { label, required: true }), share: decimal({ label, digits: [5, 2] }) },
      unique: ['to'],
      sum: { field: 'share', is: 100 },
    }),
    machine: json({ label }),
    photo: file({ label, accept: 'image' }),
    photos: file({ label, accept: 'image', many: 9 }),
    article: text({ label, as: 'html' }),
    opens: text({ label, as: 'clock' }),
  },
  list: { columns: ['name'], sort: 'name' },
  display: 'name',
});
type Rung = Row<typeof rung>;

holds<Same<Rung['steps'][number]['to'], 'nurse' | 'doctor'>>();
holds<Same<Rung['steps'][number]['share'], number | null>>();
holds<Same<Rung['photo'], string | null>>();
holds<Same<Rung['photos'], readonly string[] | null>>();
holds<Same<Rung['article'], string | null>>();

export const made: CreateInput<typeof rung> = { name: 'x', steps: [{ to: 'nurse', share: 100 }], photos: ['a'] };
// @ts-expect-error: no such role
export const wrongRole: CreateInput<typeof rung> = { name: 'x', steps: [{ to: 'cook', share: 1 }] };
// @ts-expect-error: several files are a list
export const oneFile: CreateInput<typeof rung> = { name: 'x', steps: [], photos: 'a' };

// @ts-expect-error: rows have no such field
json({ label, rows: { to: text({ label }) }, unique: ['from'] });
// @ts-expect-error: only numbers come to a sum
json({ label, rows: { to: text({ label }) }, sum: { field: 'to', is: 1 } });
// @ts-expect-error: rows are never masked
json({ label, rows: { to: text({ label, sensitive: 'masked' }) } });
// @ts-expect-error: rows hold no files
json({ label, rows: { to: file({ label }) } });
// @ts-expect-error: no such form
text({ label, as: 'markdown' });
// @ts-expect-error: formatted text is not compared
text({ label, as: 'html', filter: 'exact' });
// @ts-expect-error: a form has its own pattern
text({ label, as: 'url', pattern: '^x$' });
// @ts-expect-error: a number of files
file({ label, many: true });
export const counted = json({ label, rows: { n: integer({ label, required: true }) }, min: 1, max: 3 });

type RungFields = FieldsOf<typeof rung>;
export const facts: CardRule<RungFields> = ['name'];
// @ts-expect-error: a card names fields of its resource
export const wrongFacts: CardRule<RungFields> = ['nickname'];

export const paired = defineResource({
  name: 'paired',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Paireds', entity: 'Paired', calls: { list: 'GetAll' } },
  fields: { low: integer({ label, required: true }), high: integer({ label }) },
  list: { columns: ['low'], sort: 'low' },
  display: 'low',
  // @ts-expect-error: a pair names fields of its resource
  pairs: [['low', 'highest']],
});

const held = defineStates({ held: { label: '1' }, gone: { label: '2' } });
const periodic = {
  name: 'periodic',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Periodics', entity: 'Periodic', calls: { list: 'GetAll' } },
  fields: {
    place: text({ label }),
    begins: dateTime({ label }),
    ends: dateTime({ label }),
    until: date({ label }),
    state: choice(held, { label }),
  },
  list: { columns: ['place'], sort: 'place' },
  display: 'place',
} as const;

const bounds = { within: ['place'], from: 'begins', to: 'ends' } as const;
defineResource({ ...periodic, noOverlap: bounds });
defineResource({ ...periodic, noOverlap: [{ ...bounds, when: { state: ['held'] } }] });
// @ts-expect-error: periods exclude each other by fields of their resource
defineResource({ ...periodic, noOverlap: { ...bounds, within: ['room'] } });
// @ts-expect-error: a period begins with a day or an instant
defineResource({ ...periodic, noOverlap: { ...bounds, from: 'place' } });
// @ts-expect-error: both ends are days, or both are instants
defineResource({ ...periodic, noOverlap: { ...bounds, to: 'until' } });
// @ts-expect-error: no such choice
defineResource({ ...periodic, noOverlap: { ...bounds, when: { state: ['lost'] } } });
// @ts-expect-error: only choices narrow
defineResource({ ...periodic, noOverlap: { ...bounds, when: { place: ['x'] } } });

const booked = {
  ...periodic,
  fields: {
    ...periodic.fields,
    room: ref('activityRoom', { label }),
    client: ref('client', { label }),
    minutes: integer({ label, required: true, min: 5 }),
    heldUntil: dateTime({ label, readonly: true }),
  },
} as const;
const inRoom = { kind: 'room', subject: 'room', from: 'begins', to: 'ends' } as const;
const place = { of: 'room', at: 'begins', count: 'minutes' } as const;

defineResource({ ...booked, occupies: [{ ...inRoom, when: { state: ['held'] } }], heldUntil: 'heldUntil' });
defineResource({ ...booked, occupies: [{ kind: 'client', subject: 'client', from: 'begins', lasts: 'minutes' }] });
defineResource({ ...booked, occupies: [{ kind: 'client', subject: 'client', from: 'begins', lasts: '4h' }] });
defineResource({ ...booked, occupies: [{ ...inRoom, from: 'until', to: 'until' }] });
defineResource({ ...booked, takesPlace: { ...place, when: { state: ['held'] } } });
// @ts-expect-error: no such kind
defineResource({ ...booked, occupies: [{ ...inRoom, kind: 'hall' }] });
// @ts-expect-error: a client is no room
defineResource({ ...booked, occupies: [{ ...inRoom, subject: 'client' }] });
// @ts-expect-error: subjects are references
defineResource({ ...booked, occupies: [{ ...inRoom, subject: 'place' }] });
// @ts-expect-error: both ends are days, or both are instants
defineResource({ ...booked, occupies: [{ ...inRoom, to: 'until' }] });
// @ts-expect-error: minutes are a whole number
defineResource({ ...booked, occupies: [{ kind: 'client', subject: 'client', from: 'begins', lasts: 'place' }] });
// @ts-expect-error: no such choice
defineResource({ ...booked, occupies: [{ ...inRoom, when: { state: ['lost'] } }] });
// @ts-expect-error: places are those of a row that is referred to
defineResource({ ...booked, takesPlace: { ...place, of: 'place' } });
// @ts-expect-error: persons are a whole number
defineResource({ ...booked, takesPlace: { ...place, count: 'place' } });
// @ts-expect-error: a hold ends at an instant
defineResource({ ...booked, heldUntil: 'until' });
