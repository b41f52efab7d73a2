import { openPages } from '@kangmai/model/menu';
import {
  action,
  choice,
  dateTime,
  decimal,
  defineResource,
  defineStates,
  id,
  ref,
  refs,
  text,
  type AnyResource,
} from '@kangmai/resource';
import { describe, expect, test } from 'vitest';
import { coveringPages, featuresOf } from './covering.ts';
import { coveringLists, lists, ownScreens } from './list-pages.ts';

const states = defineStates({
  planned: { label: '待上门', en: 'Planned' },
  done: { label: '已完成', en: 'Done' },
});

/** A resource as many will be: made up of what others have too. */
const visit: AnyResource = defineResource({
  name: 'visit',
  title: '上门护理',
  en: 'Care visits',
  scope: 'tenant',
  permission: 'Pages.CareVisits',
  wire: {
    service: 'CareVisit',
    entity: 'CareVisit',
    wrap: true,
    joins: { clientName: 'client.name' },
    calls: { list: 'GetAll', edit: 'GetForEdit', save: 'CreateOrEdit', remove: 'Delete', excel: 'GetToExcel' },
  },
  fields: {
    client: ref('client', { label: '客户', en: 'Client', required: true, filter: 'exact', wire: 'ClientId' }),
    startsAt: dateTime({ label: '开始时间', en: 'Starts at', required: true, filter: 'range' }),
    address: text({ label: '地址', en: 'Address', sensitive: 'masked', max: 200 }),
    price: decimal({ label: '价格', en: 'Price', min: 0, unit: '元', digits: [10, 2] }),
    state: choice(states, { label: '状态', en: 'State', default: 'planned', readonly: true, filter: 'exact' }),
    remark: text({ label: '备注', en: 'Remark', max: 200, filter: 'like' }),
  },
  list: { columns: ['client', 'startsAt', 'address', 'price', 'state'], sort: '-startsAt', search: ['client'] },
  display: 'startsAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
  actions: {
    cancel: action({
      label: '取消',
      en: 'Cancel',
      wire: 'POST Cancel',
      permission: 'Edit',
      input: { id: id(), reason: text({ label: '取消原因', en: 'Reason', required: true, max: 200, rows: 3 }) },
    }),
  },
});

const pageOf = (resource: AnyResource, isOwn = false) => ({ resource, isOwn });
const namesOf = (pages: readonly { readonly resource: AnyResource }[]): readonly string[] =>
  pages.map(({ resource }) => resource.name);
const coveringWith = (...more: readonly ReturnType<typeof pageOf>[]) => coveringPages([...lists, ...more]);

test('the lists that the sweeps visit have every feature of all lists', () => {
  const all = new Set(lists.flatMap(({ resource }) => [...featuresOf(resource)]));
  const visited = new Set(coveringLists.flatMap(({ resource }) => [...featuresOf(resource)]));
  expect([...all].filter((feature) => !visited.has(feature))).toEqual([]);
  expect(coveringLists.length).toBeLessThan(lists.length);
});

test('every screen written by hand is visited', () => {
  const named = openPages().flatMap(({ screen }) => (screen === undefined ? [] : [screen]));
  expect(named.filter((screen) => !ownScreens.has(screen))).toEqual([]);
  expect(namesOf(coveringLists)).toEqual(expect.arrayContaining(['client', 'device', 'rawReading', 'abnormalRule']));
  expect(namesOf(coveringWith(pageOf(visit, true)))).toContain('visit');
});

test('ten more resources of the usual kinds are not visited, so the sweeps take no longer', () => {
  const ten = Array.from({ length: 10 }, (_, at) => pageOf({ ...visit, name: `visit${at}` }));
  expect(namesOf(coveringWith(...ten))).toEqual(namesOf(coveringLists));
});

describe('a resource with something new is visited:', () => {
  const field = (name: string, definition: unknown): AnyResource =>
    ({ ...visit, fields: { ...visit.fields, [name]: definition } }) as AnyResource;

  test.each<readonly [string, AnyResource]>([
    ['a kind of field', field('helpers', refs('user', { label: '协助人员', en: 'Helpers' }))],
    [
      'a kind of column',
      {
        ...visit,
        list: { ...visit.list, columns: ['helpers'] },
        fields: { ...visit.fields, helpers: refs('user', { label: '协助人员' }) },
      },
    ],
    [
      'an option of a field',
      field('price', { kind: 'decimal', options: { label: '价格', digits: [10, 2], colour: 'red' } }),
    ],
    [
      'a way to filter',
      field('price', { kind: 'decimal', options: { label: '价格', digits: [10, 2], filter: 'near' } }),
    ],
    [
      'a call',
      {
        ...visit,
        wire: { ...visit.wire, calls: { ...visit.wire.calls, route: 'GetRoute' } },
      } as unknown as AnyResource,
    ],
    ['a key of the definition', { ...visit, routes: { by: 'client' } } as AnyResource],
    [
      'a key of its actions',
      { ...visit, actions: { cancel: { ...visit.actions['cancel'], danger: true } } } as unknown as AnyResource,
    ],
    ['a key of its list', { ...visit, list: { ...visit.list, headings: ['state'] } } as AnyResource],
  ])('%s', (_what, resource) => {
    expect(namesOf(coveringWith(pageOf(resource)))).toContain('visit');
  });
});
