import {
  action,
  age,
  bool,
  choice,
  choices,
  date,
  dateTime,
  decimal,
  defineChoices,
  defineModel,
  defineResource,
  defineStates,
  dict,
  id,
  integer,
  type MemberName,
  memberOf,
  move,
  names,
  type NamesName,
  phone,
  ref,
  refs,
  text,
  type Definition,
  type FieldOptions,
  type MoveName,
  type StateAfter,
} from '@kangmai/resource';

// Every line below an expectation must not compile; tsc reports an expectation without an error.

export const states = defineStates({
  open: { label: '1', wire: 0 },
  taken: { label: '2', wire: 1 },
  closed: { label: '3', wire: 2, aside: true },
});
export const colours = defineChoices({ red: { label: '1' }, green: { label: '2' } });

// @ts-expect-error: what follows a state is said by moves
defineStates({ open: { label: '1', to: ['closed'] }, closed: { label: '2' } });
// @ts-expect-error: no such choice
colours.wireOf('blue');

const label = 'x';

export const owner = defineResource({
  name: 'owner',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Owners', entity: 'Owner', calls: { list: 'GetAll' } },
  fields: {
    name: text({ label, required: true, filter: 'like' }),
    line: phone({ label, sensitive: 'sealed', filter: 'exact' }),
  },
  list: { columns: ['name'], sort: 'name' },
  display: 'name',
});

export const thing = defineResource({
  name: 'thing',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Things', entity: 'Thing', calls: { list: 'GetAll' }, joins: { ownerName: 'owner.name' } },
  fields: {
    title: text({ label, required: true, filter: 'like' }),
    note: text({ label }),
    owner: ref('owner', { label, required: true, filter: 'exact' }),
    others: refs('owner', { label, filter: 'in' }),
    size: integer({ label, filter: 'range' }),
    price: decimal({ label, digits: [10, 2] }),
    active: bool({ label, default: true, filter: 'exact' }),
    bornOn: date({ label, filter: 'range' }),
    years: age({ label, of: 'bornOn', filter: 'range' }),
    seenAt: dateTime({ label, required: true, filter: 'range' }),
    state: choice(states, { label, default: 'open', filter: 'exact' }),
    colours: choices(colours, { label, filter: 'in' }),
    gender: dict('gender', { label, required: true, default: '1' }),
  },
  list: { columns: ['title', 'owner'], sort: ['-seenAt', 'title', '-id', 'createdAt'], search: ['title', 'owner'] },
  display: 'title',
  scopeRule: { own: ['owner'] },
  unique: [['title', 'owner']],
  actions: {
    assign: action({
      label,
      wire: 'POST Assign',
      permission: 'Edit',
      input: { id: id(), to: ref('owner', { label, required: true }), on: date({ label }) },
    }),
    close: action({ label, wire: 'PUT Close', permission: ['Edit', 'read'], input: { id: id() } }),
  },
});

// Fields.
// @ts-expect-error: a text is not filtered by range
text({ label, filter: 'range' });
// @ts-expect-error: a bool is equal or not
bool({ label, filter: 'like' });
// @ts-expect-error: a number is not searched by contains
integer({ label, filter: 'like' });
// @ts-expect-error: a choice has no range
choice(states, { label, filter: 'range' });
// @ts-expect-error: a date has no contains
date({ label, filter: 'like' });
// @ts-expect-error: a reference has no range
ref('owner', { label, filter: 'range' });
// @ts-expect-error: a sealed phone is found whole only
phone({ label, filter: 'like' });
// @ts-expect-error: the default is none of the choices
choice(states, { label, default: 'gone' });
// @ts-expect-error: one of the defaults is none of the choices
choices(colours, { label, default: ['red', 'blue'] });
// @ts-expect-error: a number's default is a number
integer({ label, default: '5' });
// @ts-expect-error: a decimal says its digits
decimal({ label });
// @ts-expect-error: an age says of which birthday
age({ label });
// @ts-expect-error: every field has a label
text({ max: 5 });
// @ts-expect-error: only two ways to be sensitive
phone({ label, sensitive: 'hidden' });

// Definitions. Each is a right one with one wrong part.
const fields = { title: text({ label }), owner: ref('owner', { label }), size: integer({ label }) };
type Given = Definition<'right', typeof fields, { readonly [none in never]: never }>;
const right = {
  name: 'right',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  fields,
  display: 'title',
  wire: { service: 'S', entity: 'E', calls: {} },
  list: { columns: ['title'], sort: 'title' },
} as const satisfies Given;
export const accepted = defineResource(right);
export const acceptedToo = defineResource({
  ...right,
  scope: 'host',
  storage: 'view',
  writes: ['Edit'],
  scopeRule: { through: 'owner' },
  unique: [['title', 'owner']],
  list: { columns: ['owner'], sort: ['-size', 'id'], search: ['title'] },
  wire: { ...right.wire, calls: { list: 'GetAll' }, joins: { ownerName: 'owner.name' } },
});
export const acceptedTeam = defineResource({ ...right, scopeRule: { own: ['owner'], team: 'owner', unit: 'owner' } });

// @ts-expect-error: a column is a field
defineResource({ ...right, list: { columns: ['title', 'nope'], sort: 'title' } });
// @ts-expect-error: a sort key is a field or a stamp
defineResource({ ...right, list: { columns: [], sort: '-nope' } });
// @ts-expect-error: so is one of several
defineResource({ ...right, list: { columns: [], sort: ['title', 'nope'] } });
// @ts-expect-error: a search field is a field
defineResource({ ...right, list: { columns: [], sort: 'id', search: ['nope'] } });
// @ts-expect-error: the display is a field
defineResource({ ...right, display: 'nope' });
// @ts-expect-error: rows of a unique rule are fields
defineResource({ ...right, unique: [['title', 'nope']] });
// @ts-expect-error: a scope leads through a field
defineResource({ ...right, scopeRule: { through: 'nope' } });
// @ts-expect-error: an owner is a field
defineResource({ ...right, scopeRule: { own: ['nope'] } });
// @ts-expect-error: a unit is a field
defineResource({ ...right, scopeRule: { heldBy: { resource: 'x', field: 'y', while: {} }, unit: 'nope' } });
// @ts-expect-error: a team is a field
defineResource({ ...right, scopeRule: { own: ['owner'], team: 'nope' } });
// @ts-expect-error: a join begins with a field
defineResource({ ...right, wire: { ...right.wire, joins: { ownerName: 'nope.name' } } });
// @ts-expect-error: a join begins with a reference, not with a number
defineResource({ ...right, wire: { ...right.wire, joins: { ownerName: 'size.name' } } });
// @ts-expect-error: a join names the target's field
defineResource({ ...right, wire: { ...right.wire, joins: { ownerName: 'owner' } } });
// @ts-expect-error: only the conventional calls
defineResource({ ...right, wire: { ...right.wire, calls: { erase: 'Erase' } } });
// @ts-expect-error: only three scopes
defineResource({ ...right, scope: 'world' });
// @ts-expect-error: only three ways to be stored
defineResource({ ...right, storage: 'file' });
// @ts-expect-error: only three writes
defineResource({ ...right, writes: ['Approve'] });
// @ts-expect-error: an action names its permission
action({ label, wire: 'POST X', input: {} });

// Models.
const astray = defineResource({ ...right, name: 'astray', fields: { ...fields, boss: ref('nobody', { label }) } });
const astrayToo = defineResource({
  ...right,
  name: 'astrayToo',
  fields: { ...fields, all: refs('nobody', { label }) },
});
export const model = defineModel([owner, thing, accepted]);
// @ts-expect-error: nobody is in the list
export const wrongModel = (): unknown => defineModel([owner, astray]);
// @ts-expect-error: not for several rows either
export const wrongModelToo = (): unknown => defineModel([owner, astrayToo]);
// @ts-expect-error: the owner was left out
export const partialModel = (): unknown => defineModel([thing]);

// @ts-expect-error: options without a label are none
export const options: FieldOptions = {};

const made = {
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'X', entity: 'X', calls: {} },
  list: { columns: [], sort: 'id' },
  display: 'name',
} as const;
const client = defineResource({ ...made, name: 'client', fields: { name: text({ label }) } });
const direct = { name: text({ label }), client: ref('client', { label }) };
const further = { name: text({ label }), visit: ref('visit', { label }) };
const visit = defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { through: 'client' } });
const open = defineResource({ ...made, name: 'visit', fields: direct });
const photo = defineResource({
  ...made,
  name: 'photo',
  fields: further,
  scopeRule: { everybody: 'pictures of rooms' },
});
const openPhoto = defineResource({ ...made, name: 'photo', fields: further });
const frame = defineResource({
  ...made,
  name: 'frame',
  fields: { name: text({ label }), photo: ref('photo', { label }) },
});

defineModel([client, visit, photo, frame]);
// @ts-expect-error: a visit is of a client and does not say who may see it
defineModel([client, open]);
// @ts-expect-error: a photo is of a client through its visit and does not say who may see it
defineModel([client, visit, openPhoto]);
// @ts-expect-error: a rule leads through a field
defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { through: 'nobody' } });
// @ts-expect-error: who lets everybody in says why
defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { everybody: true } });

// References that only some rows may be chosen for.
const staff = defineResource({
  ...made,
  name: 'staff',
  fields: { name: text({ label }), isOpen: bool({ label, filter: 'exact' }), colour: choice(colours, { label }) },
  conditions: { favourite: choice(colours, { label }) },
});
const shiftOf = <const O extends object>(only: O) =>
  ({ fields: { name: text({ label }), by: { kind: 'ref', options: { label, target: 'staff', only } } } }) as const;
const shift = defineResource({
  ...made,
  name: 'shift',
  fields: { name: text({ label }), by: ref('staff', { label, only: { favourite: 'red', isOpen: true } }) },
});
defineModel([staff, shift]);
const byRank = { ...shift, ...shiftOf({ rank: 'red' }) };
// @ts-expect-error: staff have no such filter
export const byNoFilter = (): unknown => defineModel([staff, byRank]);
const byField = { ...shift, ...shiftOf({ colour: 'red' }) };
// @ts-expect-error: the list of staff is not filtered by their colour
export const byUnfiltered = (): unknown => defineModel([staff, byField]);
const byValue = { ...shift, ...shiftOf({ favourite: 'blue' }) };
// @ts-expect-error: no such colour
export const byNoValue = (): unknown => defineModel([staff, byValue]);
// @ts-expect-error: a value of its own type
export const byText = (): unknown => defineModel([staff, { ...shift, ...shiftOf({ isOpen: 'yes' }) }]);

// Several ties, and links.
const lent = defineResource({
  ...made,
  name: 'lent',
  fields: {
    name: text({ label }),
    client: ref('client', { label, index: true }),
    by: ref('client', { label, index: true }),
  },
  scopeRule: {
    own: ['by'],
    through: ['client', 'by'],
    linked: { by: 'loan', field: 'thing', when: { state: ['open', 'taken'] } },
  },
});
const loanFields = {
  name: text({ label }),
  thing: ref('lent', { label, index: true }),
  client: ref('client', { label, index: true }),
  state: choice(states, { label }),
};
const loan = defineResource({ ...made, name: 'loan', fields: loanFields, scopeRule: { own: ['client'] } });
export const linkedModel = defineModel([client, lent, loan]);
// @ts-expect-error: every reference of a rule is a field
defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { through: ['client', 'nobody'] } });
// @ts-expect-error: a name opens no row
defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { through: ['name'] } });
// @ts-expect-error: a user is named by a reference
defineResource({ ...made, name: 'visit', fields: direct, scopeRule: { own: ['name'] } });
// @ts-expect-error: the resource of the link is not in the list
defineModel([client, lent]);
const otherField = { ...lent, scopeRule: { linked: { by: 'loan', field: 'client', when: {} } } } as const;
// @ts-expect-error: the field of the link refers to another resource
export const wrongField = (): unknown => defineModel([client, otherField, loan]);
const otherChoice = {
  ...lent,
  scopeRule: { linked: { by: 'loan', field: 'thing', when: { state: ['lost'] } } },
} as const;
// @ts-expect-error: the state of the link is none
export const wrongChoice = (): unknown => defineModel([client, otherChoice, loan]);
const otherState = {
  ...lent,
  scopeRule: { linked: { by: 'loan', field: 'thing', when: { phase: ['open'] } } },
} as const;
// @ts-expect-error: the link has no such field
export const wrongState = (): unknown => defineModel([client, otherState, loan]);

// Moves.
const moving = {
  ...right,
  fields: {
    ...fields,
    state: choice(states, { label, default: 'open' }),
    colour: choice(colours, { label }),
    by: ref('user', { label }),
  },
  scopeRule: { own: ['owner'] },
} as const;
const take = move({
  label,
  en: 't',
  from: ['open'],
  to: 'taken',
  permission: 'Edit',
  input: { note: text({ label }) },
});
export const moved = defineResource({ ...moving, moves: { on: 'state', take } });
export const movedByTwo = defineResource({
  ...moving,
  moves: { on: 'state', take: { ...take, notBy: ['by', 'createdBy'] } },
});
// @ts-expect-error: no such field
defineResource({ ...moving, moves: { on: 'gone', take } });
// @ts-expect-error: a colour is no state
defineResource({ ...moving, moves: { on: 'colour', take } });
// @ts-expect-error: no such state to come from
defineResource({ ...moving, moves: { on: 'state', take: move({ ...take, from: ['gone'] }) } });
// @ts-expect-error: no such state to go to
defineResource({ ...moving, moves: { on: 'state', take: move({ ...take, to: 'gone' }) } });
// @ts-expect-error: a choice is no day
defineResource({ ...moving, moves: { on: 'state', take: { ...take, fromDay: 'state' } } });
// @ts-expect-error: an owner is no user
defineResource({ ...moving, moves: { on: 'state', take: { ...take, notBy: ['owner'] } } });
export const byModule = defineResource({ ...moving, moves: { on: 'state', take: { ...take, ownCall: false } } });
// @ts-expect-error: a move without a call of its own is no action
export const actionless = byModule.actions.take;
export const named: MoveName<typeof moved> = 'take';
// @ts-expect-error: the field of the state is no move
export const misnamed: MoveName<typeof moved> = 'on';
export const after: StateAfter<typeof moved, 'take'> = 'taken';
// @ts-expect-error: the move leads elsewhere
export const elsewhere: StateAfter<typeof moved, 'take'> = 'open';

// Details.
export const paged = defineResource({ ...moving, name: 'paged', detail: { steps: 'state', related: ['note'] } });
// @ts-expect-error: a colour is no state
defineResource({ ...moving, detail: { steps: 'colour' } });
// @ts-expect-error: no such field
defineResource({ ...moving, detail: { steps: 'gone' } });
// @ts-expect-error: an option that details do not have
defineResource({ ...moving, detail: { lists: ['note'] } });
const ward = defineResource({
  ...made,
  name: 'ward',
  fields: { name: text({ label }) },
  detail: { related: ['bed'] },
});
const bedWith = (filter: { readonly filter?: 'exact' }) =>
  defineResource({ ...made, name: 'bed', fields: { name: text({ label }), ward: ref('ward', { label, ...filter }) } });
const bed = defineResource({
  ...made,
  name: 'bed',
  fields: { name: text({ label }), ward: ref('ward', { label, filter: 'exact' }) },
});
defineModel([ward, bed]);
// @ts-expect-error: lists of beds cannot be filtered by their ward
defineModel([ward, bedWith({})]);
// @ts-expect-error: no resource is called bed
defineModel([ward]);

// Members.
const via = { table: 'link', row: 'clubId', member: 'ownerId' };
export const club = defineResource({
  ...right,
  name: 'club',
  fields: { title: text({ label }) },
  members: {
    owners: memberOf('owner', { label, en: label, via }),
    marks: names('permission', { label, en: label, via }),
  },
});
export const rowsOfClub: MemberName<typeof club> = 'owners';
export const namesOfClub: NamesName<typeof club> = 'marks';
export const clubs = defineModel([owner, club]);
// @ts-expect-error: names are no rows
export const noRows: MemberName<typeof club> = 'marks';
// @ts-expect-error: rows are no names
export const noNames: NamesName<typeof club> = 'owners';
// @ts-expect-error: a resource without members has none
export const noMembers: MemberName<typeof owner> = 'owners';
// @ts-expect-error: the members are rows of an unknown resource
defineModel([club]);
// @ts-expect-error: a link has both columns
memberOf('owner', { label, en: label, via: { table: 'link', row: 'clubId' } });
// @ts-expect-error: only names of permissions are kept
names('colour', { label, en: label, via });
