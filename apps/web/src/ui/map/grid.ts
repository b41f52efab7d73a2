import { polyline, type LayerGroup, type Map as LeafletMap } from 'leaflet';

import css from './map.module.css';

const steps = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
const leastPixels = 90;
const mostLines = 60;

/** Grid step in degrees that gives useful distances. */
export function stepOf(degreesPerPixel: number): number {
  return steps.findLast((step) => step / degreesPerPixel >= leastPixels) ?? steps[0] ?? 30;
}

function linesBetween(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.min(mostLines, Math.max(0, Math.floor(to / step) - first + 1));
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

export function drawGrid(map: LeafletMap, layer: LayerGroup): void {
  layer.clearLayers();
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  const step = stepOf((east - west) / Math.max(1, map.getSize().x));
  const options = { className: css['grid'] ?? '', weight: 1, interactive: false };
  for (const longitude of linesBetween(west, east, step))
    polyline(
      [
        [south, longitude],
        [north, longitude],
      ],
      options,
    ).addTo(layer);
  for (const latitude of linesBetween(south, north, step))
    polyline(
      [
        [latitude, west],
        [latitude, east],
      ],
      options,
    ).addTo(layer);
}
