import {
  circleMarker,
  control,
  divIcon,
  latLng,
  layerGroup,
  map as createMap,
  marker,
  polyline,
  tileLayer,
  type LatLng,
  type LayerGroup,
  type Map as LeafletMap,
} from 'leaflet';

import 'leaflet/dist/leaflet.css';

import { drawGrid } from './grid.ts';
import css from './map.module.css';

import type { Box, GroupMarker, Line, MapContent, MapOptions, Marker, Place, PlaceMap } from './map-content.ts';

const china = { latitude: 35.5, longitude: 104.5, zoom: 4 };
const closest = 18;
const farthest = 3;
const nearZoom = 15;
/** Above this number markers are no tab stops; the list beside the map is used instead. */
const mostStations = 200;
const size = 24;

const toLatLng = ({ latitude, longitude }: Place): LatLng => latLng(latitude, longitude);

function iconOf(look: string, text: string): ReturnType<typeof divIcon> {
  const element = document.createElement('span');
  element.className = `${css['marker'] ?? ''} ${css[look] ?? ''}`;
  element.textContent = text;
  return divIcon({ html: element, className: css['holder'] ?? '', iconSize: [size, size] });
}

const signs: Readonly<Partial<Record<Marker['look'], string>>> = { alarm: '▲', chosen: '★', start: '起', end: '终' };

function addMarker(
  layer: LayerGroup,
  each: Marker,
  options: { readonly isStation: boolean; readonly onChoose: MapOptions['onChoose'] },
): void {
  const { isStation, onChoose } = options;
  const made = marker(toLatLng(each), {
    icon: iconOf(each.look, each.text ?? signs[each.look] ?? ''),
    title: each.title,
    keyboard: isStation && onChoose !== undefined,
    interactive: onChoose !== undefined,
    zIndexOffset: each.look === 'chosen' ? 1000 : 0,
  });
  if (onChoose) made.on('click keypress', () => onChoose(each.key));
  made.addTo(layer);
}

function addGroup(map: LeafletMap, layer: LayerGroup, group: GroupMarker): void {
  const made = marker(toLatLng(group), {
    icon: iconOf(group.hasAlarm ? 'groupAlarm' : 'group', String(group.count)),
    title: group.title,
  });
  made.on('click keypress', () => map.setView(toLatLng(group), Math.min(closest, map.getZoom() + 3)));
  made.addTo(layer);
}

function addLine(layer: LayerGroup, { points, isGap }: Line): void {
  polyline(points.map(toLatLng), {
    className: (isGap ? css['gap'] : css['line']) ?? '',
    weight: isGap ? 2 : 4,
    interactive: false,
  }).addTo(layer);
}

function boxOf(map: LeafletMap): Box {
  const bounds = map.getBounds();
  const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
  return {
    west: clamp(bounds.getWest(), 180),
    south: clamp(bounds.getSouth(), 90),
    east: clamp(bounds.getEast(), 180),
    north: clamp(bounds.getNorth(), 90),
    zoom: Math.round(map.getZoom()),
  };
}

/** Tiles of the own server; without them the grid stays visible. */
function addTiles(map: LeafletMap, url: string): void {
  const layer = tileLayer(url, { maxZoom: closest });
  layer.once('tileerror', () => layer.remove());
  layer.addTo(map);
}

function makeMap(element: HTMLElement, options: MapOptions): LeafletMap {
  const { sight, tiles, words } = options;
  const start = sight ?? china;
  // A ResizeObserver follows the size; Leaflet's own tracking still moves a removed map.
  const made = createMap(element, {
    center: toLatLng(start),
    zoom: start.zoom,
    minZoom: farthest,
    maxZoom: closest,
    zoomControl: false,
    attributionControl: false,
    maxBounds: [
      [-85, -180],
      [85, 180],
    ],
    maxBoundsViscosity: 1,
    trackResize: false,
    zoomAnimation: false,
    fadeAnimation: false,
  });
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(made);
  control.scale({ imperial: false }).addTo(made);
  if (tiles.startsWith('/')) addTiles(made, tiles);
  return made;
}

export function drawMap(element: HTMLElement, options: MapOptions): PlaceMap {
  const map = makeMap(element, options);
  const grid = layerGroup().addTo(map);
  const layer = layerGroup().addTo(map);
  map.createPane('cursor').style.zIndex = '650';
  const cursor = circleMarker([0, 0], {
    pane: 'cursor',
    radius: 9,
    className: css['cursor'] ?? '',
    interactive: false,
  });
  const moved = (): void => {
    drawGrid(map, grid);
    options.onMove?.(boxOf(map));
  };
  map.on('moveend', moved);
  moved();
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return {
    show: ({ markers, groups, lines }: MapContent) => {
      layer.clearLayers();
      for (const line of lines) addLine(layer, line);
      for (const group of groups) addGroup(map, layer, group);
      for (const each of markers)
        addMarker(layer, each, { isStation: markers.length <= mostStations, onChoose: options.onChoose });
    },
    setCursor: (place) => {
      if (place) cursor.setLatLng(toLatLng(place)).addTo(map).bringToFront();
      else cursor.remove();
    },
    fit: (places) => {
      const [first] = places;
      if (first)
        map.fitBounds(polyline(places.map(toLatLng)).getBounds(), {
          padding: [48, 48],
          maxZoom: nearZoom,
          animate: false,
        });
    },
    goTo: (place) => map.setView(toLatLng(place), Math.max(nearZoom, map.getZoom())),
    sight: () => ({ latitude: map.getCenter().lat, longitude: map.getCenter().lng, zoom: map.getZoom() }),
    remove: () => {
      observer.disconnect();
      map.remove();
    },
  };
}
