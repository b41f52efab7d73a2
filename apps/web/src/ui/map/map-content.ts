export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

/** Appearance of a marker: colour and shape carry the same meaning. */
export type MarkerLook = 'online' | 'offline' | 'alarm' | 'chosen' | 'stay' | 'start' | 'end' | 'cell';

export interface Marker extends Place {
  readonly key: string;
  readonly title: string;
  readonly look: MarkerLook;
  readonly text?: string;
  readonly isOnline?: boolean;
}

/** Several people at one place of the map. */
export interface Group {
  readonly count: number;
  readonly online: number;
  readonly alarms: number;
}

export interface GroupMarker extends Place, Group {}

export interface Line {
  readonly points: readonly Place[];
  readonly isGap: boolean;
}

export interface MapContent {
  readonly markers: readonly Marker[];
  readonly groups: readonly GroupMarker[];
  readonly lines: readonly Line[];
  /** Joins markers that would cover each other into groups with this title. */
  readonly groupTitle?: (group: Group) => string;
}

export interface MapEvents {
  readonly onMove?: (box: Box) => void;
  readonly onChoose?: (key: string) => void;
  /** A click, or Enter for the centre. */
  readonly onPick?: (place: Place) => void;
}

export interface Sight extends Place {
  readonly zoom: number;
}

export interface MapOptions extends MapEvents {
  readonly sight: Sight | null;
  /** Address of tiles on the own server; without it the background is a grid. */
  readonly tiles: string;
  readonly words: { readonly zoomIn: string; readonly zoomOut: string };
}

export interface PlaceMap {
  readonly show: (content: MapContent) => void;
  readonly setCursor: (place: Place | null) => void;
  readonly fit: (places: readonly Place[]) => void;
  readonly goTo: (place: Place) => void;
  readonly sight: () => Sight;
  readonly remove: () => void;
}
