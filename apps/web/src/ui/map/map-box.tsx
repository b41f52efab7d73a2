import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useSession } from '../../lib/session/session.ts';
import { LoadingState } from '../states.tsx';
import css from './map.module.css';
import { T } from './map-texts.ts';

import type { MapContent, MapEvents, Place, PlaceMap, Sight } from './map-content.ts';

interface MapBoxProps extends MapEvents {
  readonly name: string;
  readonly content: MapContent;
  /** Places to fit into view; a new array moves the map. */
  readonly fit?: readonly Place[] | undefined;
  readonly focus?: Place | null;
  readonly cursor?: Place | null;
}

/** The map; Leaflet loads with the first one. A hidden tab removes its map and restores it at the same place. */
function useMap(events: MapEvents, tiles: string) {
  const canvas = useRef<HTMLDivElement>(null);
  const sight = useRef<Sight | null>(null);
  const [map, setMap] = useState<PlaceMap | null>(null);
  const moved = useEffectEvent((box: Parameters<NonNullable<MapEvents['onMove']>>[0]) => events.onMove?.(box));
  const chosen = useEffectEvent((key: string) => events.onChoose?.(key));
  const picked = useEffectEvent((place: Place) => events.onPick?.(place));
  const canChoose = events.onChoose !== undefined;
  const canPick = events.onPick !== undefined;
  useEffect(() => {
    let made: PlaceMap | null = null;
    let isOver = false;
    const draw = async (): Promise<void> => {
      const { drawMap } = await import('./leaflet-map.ts');
      if (isOver || !canvas.current) return;
      made = drawMap(canvas.current, {
        sight: sight.current,
        tiles,
        words: { zoomIn: T('zoomIn'), zoomOut: T('zoomOut') },
        onMove: moved,
        ...(canChoose && { onChoose: chosen }),
        ...(canPick && { onPick: picked }),
      });
      setMap(made);
    };
    void draw();
    return () => {
      isOver = true;
      sight.current = made?.sight() ?? sight.current;
      made?.remove();
      setMap(null);
    };
  }, [tiles, canChoose, canPick]);
  return { canvas, map };
}

/** A map with markers, groups and lines. Its content must also be available in a list beside it. */
export function MapBox({ name, content, fit, focus, cursor, ...events }: MapBoxProps) {
  const tiles = useSession((session) => session.settings['App.Map.TileUrl'] ?? '');
  const { canvas, map } = useMap(events, tiles);
  const fitted = useRef<readonly Place[] | undefined>(undefined);
  useEffect(() => map?.show(content), [map, content]);
  useEffect(() => {
    if (!map || !fit || fitted.current === fit) return;
    fitted.current = fit;
    map.fit(fit);
  }, [map, fit]);
  useEffect(() => {
    if (focus) map?.goTo(focus);
  }, [map, focus]);
  useEffect(() => map?.setCursor(cursor ?? null), [map, cursor]);
  return (
    <section aria-label={name} className={css['box']}>
      <div ref={canvas} className={css['canvas']} />
      {!map && <LoadingState />}
      {map && tiles === '' && <p className={css['note']}>{T('noTiles')}</p>}
    </section>
  );
}
