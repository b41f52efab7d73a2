import {
  circleMarker,
  control,
  layerGroup,
  map as createMap,
  polyline,
  tileLayer,
  type LatLng,
  type LayerGroup,
  type Map as LeafletMap,
} from 'leaflet';

import 'leaflet/dist/leaflet.css';

import { drawGrid } from './grid.ts';
import { addMarkers, closest, toLatLng } from './map-markers.ts';
import css from './map.module.css';

import type { Box, Line, MapContent, MapOptions, Place, PlaceMap } from './map-content.ts';

const china = { latitude: 35.5, longitude: 104.5, zoom: 4 };
const farthest = 3;
const nearZoom = 15;
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

/** A place is taken by a click, or by Enter at the centre. */
function offerPlaces(map: LeafletMap, pick: (place: Place) => void): void {
  const take = ({ lat, lng }: LatLng): void => pick({ latitude: lat, longitude: lng });
  map.on('click', ({ latlng }) => take(latlng));
  map.on('keydown', ({ originalEvent: { key, target } }) => {
    if (key === 'Enter' && target === map.getContainer()) take(map.getCenter());
  });
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
  let shown: MapContent = { markers: [], groups: [], lines: [] };
  const drawContent = (): void => {
    layer.clearLayers();
    for (const line of shown.lines) addLine(layer, line);
    addMarkers({ map, layer, onChoose: options.onChoose }, shown);
  };
  map.on('moveend', moved);
  if (options.onPick) offerPlaces(map, options.onPick);
  // What lies apart and what covers each other depends on the zoom.
  map.on('zoomend', drawContent);
  moved();
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return {
    show: (content) => {
      shown = content;
      drawContent();
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
