import { choice, date, dateTime, defineResource, defineStates, ref, text } from '@kangmai/resource';
import type { LayoutRules } from '@kangmai/resource';

const label = 'x';
const states = defineStates({ planned: { label: '1' }, done: { label: '2' } });

export const visit = defineResource({
  name: 'visit',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Visits', entity: 'Visit', calls: { list: 'GetAll' } },
  fields: {
    title: text({ label, filter: 'like' }),
    room: ref('room', { label, filter: 'exact' }),
    beginsAt: dateTime({ label, required: true, filter: 'range' }),
    endsAt: dateTime({ label, required: true, filter: 'range' }),
    seenAt: dateTime({ label }),
    day: date({ label, filter: 'range' }),
    state: choice(states, { label, filter: 'exact' }),
    mood: choice(states, { label }),
  },
  list: {
    columns: ['title'],
    sort: 'title',
    layouts: {
      board: 'state',
      calendar: { from: 'beginsAt', to: 'endsAt', label: 'title', colour: 'state' },
      week: { from: 'beginsAt', to: 'endsAt', lane: 'room' },
    },
  },
  display: 'title',
});

type Rules = LayoutRules<(typeof visit)['fields']>;
export const byDay: Rules = { calendar: { from: 'day' } };
// @ts-expect-error: no such field
export const noField: Rules = { board: 'stage' };
// @ts-expect-error: no choice
export const noChoice: Rules = { board: 'title' };
// @ts-expect-error: lists cannot be filtered by it
export const noFilter: Rules = { board: 'mood' };
// @ts-expect-error: rows of a range are found by a filter
export const noRange: Rules = { calendar: { from: 'seenAt' } };
// @ts-expect-error: a day and an instant
export const twoKinds: Rules = { calendar: { from: 'day', to: 'endsAt' } };
// @ts-expect-error: days have no hours
export const noHours: Rules = { week: { from: 'day', to: 'day' } };
// @ts-expect-error: hours have an end
export const noEnd: Rules = { week: { from: 'beginsAt' } };
// @ts-expect-error: no such lane
export const noLane: Rules = { week: { from: 'beginsAt', to: 'endsAt', lane: 'bed' } };
// @ts-expect-error: a colour is a choice
export const noColour: Rules = { week: { from: 'beginsAt', to: 'endsAt', colour: 'title' } };
