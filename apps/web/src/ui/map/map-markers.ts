import {
  divIcon,
  latLng,
  marker,
  popup,
  type LatLng,
  type LayerGroup,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
} from 'leaflet';

import { joinClose } from './close-markers.ts';
import css from './map.module.css';

import type { Group, MapContent, MapOptions, Marker, Place } from './map-content.ts';

export const closest = 18;
/** Above this number markers are no tab stops; the list beside the map is used instead. */
const mostStations = 200;
const size = 24;
/** Pixels between the centres of two markers: a wide group and its edge. */
const least = 36;

export const toLatLng = ({ latitude, longitude }: Place): LatLng => latLng(latitude, longitude);

function iconOf(look: string, text: string): ReturnType<typeof divIcon> {
  const element = document.createElement('span');
  element.className = `${css['marker'] ?? ''} ${css[look] ?? ''}`;
  element.textContent = text;
  return divIcon({ html: element, className: css['holder'] ?? '', iconSize: [size, size] });
}

const signs: Readonly<Partial<Record<Marker['look'], string>>> = { alarm: '▲', chosen: '★', start: '起', end: '终' };

/** Adds a marker; its sign or number is not its name. */
function addNamed(made: LeafletMarker, layer: LayerGroup, name: string): void {
  made.addTo(layer);
  made.getElement()?.setAttribute('aria-label', name);
}

interface Drawing {
  readonly map: LeafletMap;
  readonly layer: LayerGroup;
  readonly onChoose: MapOptions['onChoose'];
  readonly isStation: boolean;
}

function addMarker({ layer, onChoose, isStation }: Drawing, each: Marker): void {
  const made = marker(toLatLng(each), {
    icon: iconOf(each.look, each.text ?? signs[each.look] ?? ''),
    title: each.title,
    keyboard: isStation && onChoose !== undefined,
    interactive: onChoose !== undefined,
    zIndexOffset: each.look === 'chosen' ? 1000 : 0,
  });
  if (onChoose) made.on('click keypress', () => onChoose(each.key));
  addNamed(made, layer, each.title);
}

/** A marker, or a group that the server made, where the screen shows it now. */
interface Drawn extends Place, Group {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
  readonly marker?: Marker;
}

const sum = (all: readonly Drawn[], pick: (each: Drawn) => number): number =>
  all.reduce((total, each) => total + pick(each), 0);

/** The list of who is at one place, for people whom no zoom separates. */
function openNames({ map, onChoose }: Drawing, title: string, all: readonly Drawn[]): void {
  const [first] = all;
  if (!first) return;
  const list = document.createElement('ul');
  list.className = css['names'] ?? '';
  list.setAttribute('aria-label', title);
  const opened = popup({ closeButton: false, className: css['popup'] ?? '', autoPan: true });
  for (const { marker: who } of all) {
    if (!who) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = who.title;
    button.addEventListener('click', () => {
      opened.remove();
      onChoose?.(who.key);
    });
    list.append(document.createElement('li'));
    list.lastElementChild?.append(button);
  }
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    opened.remove();
    map.getContainer().focus();
  });
  opened.setLatLng(toLatLng(first)).setContent(list).openOn(map);
  list.querySelector('button')?.focus();
}

const isOnePlace = (map: LeafletMap, [first, ...others]: readonly [Drawn, ...Drawn[]]): boolean => {
  const at = map.project(toLatLng(first), closest);
  return others.every((each) => map.project(toLatLng(each), closest).distanceTo(at) < least);
};

function addGroup(drawing: Drawing, title: string, all: readonly [Drawn, ...Drawn[]]): void {
  const { map, layer } = drawing;
  const [first] = all;
  const hasAlarm = all.some(({ alarms }) => alarms > 0);
  const made = marker(toLatLng(first), {
    icon: iconOf(hasAlarm ? 'groupAlarm' : 'group', String(sum(all, ({ count }) => count))),
    title,
  });
  const isOfNames = all.every((each) => each.marker !== undefined) && isOnePlace(map, all);
  made.on('click keypress', () => {
    if (isOfNames) openNames(drawing, title, all);
    else map.setView(toLatLng(first), Math.min(closest, map.getZoom() + 3));
  });
  addNamed(made, layer, title);
}

function drawnOf(map: LeafletMap, { markers, groups }: MapContent): readonly Drawn[] {
  const point = (place: Place): Pick<Drawn, 'x' | 'y'> => {
    const { x, y } = map.latLngToLayerPoint(toLatLng(place));
    return { x, y };
  };
  return [
    ...groups.map((group) => ({ ...group, ...point(group), weight: group.count })),
    ...markers.map((each) => ({
      ...point(each),
      longitude: each.longitude,
      latitude: each.latitude,
      weight: 1,
      count: 1,
      online: each.isOnline === true ? 1 : 0,
      alarms: each.look === 'alarm' ? 1 : 0,
      marker: each,
    })),
  ];
}

/** Draws markers and groups; those that would cover each other are drawn as one group. */
export function addMarkers(
  { map, layer, onChoose }: Omit<Drawing, 'isStation'>,
  { groupTitle, ...content }: MapContent,
): void {
  const drawing: Drawing = { map, layer, onChoose, isStation: content.markers.length <= mostStations };
  if (groupTitle === undefined) {
    for (const each of content.markers) addMarker(drawing, each);
    return;
  }
  const [chosen, others] = [true, false].map((is) => content.markers.filter(({ look }) => (look === 'chosen') === is));
  for (const all of joinClose(drawnOf(map, { ...content, markers: others ?? [] }), least)) {
    const [first] = all;
    const group = {
      count: sum(all, ({ count }) => count),
      online: sum(all, ({ online }) => online),
      alarms: sum(all, ({ alarms }) => alarms),
    };
    if (all.length === 1 && first.marker) addMarker(drawing, first.marker);
    else addGroup(drawing, groupTitle(group), all);
  }
  for (const each of chosen ?? []) addMarker(drawing, each);
}
