export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A part of the map as it is shown. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

/** How a marker looks: its shape says the same as its colour. */
export type MarkerLook = 'online' | 'offline' | 'alarm' | 'chosen' | 'stay' | 'start' | 'end' | 'cell';

export interface Marker extends Place {
  readonly key: string;
  /** What the marker is called. */
  readonly title: string;
  readonly look: MarkerLook;
  /** Stands inside the marker. */
  readonly text?: string;
}

/** Several people at one place of a small map. */
export interface GroupMarker extends Place {
  readonly count: number;
  readonly title: string;
  readonly hasAlarm: boolean;
}

export interface Line {
  readonly points: readonly Place[];
  readonly isGap: boolean;
}

/** What a map shows. */
export interface MapContent {
  readonly markers: readonly Marker[];
  readonly groups: readonly GroupMarker[];
  readonly lines: readonly Line[];
}

export interface MapEvents {
  readonly onMove?: (box: Box) => void;
  readonly onChoose?: (key: string) => void;
}

/** Where a map looks. */
export interface Sight extends Place {
  readonly zoom: number;
}

export interface MapOptions extends MapEvents {
  readonly sight: Sight | null;
  /** Address of tiles on the own server; without it the ground is a grid. */
  readonly tiles: string;
  readonly words: { readonly zoomIn: string; readonly zoomOut: string };
}

/** A drawn map. */
export interface PlaceMap {
  readonly show: (content: MapContent) => void;
  readonly setCursor: (place: Place | null) => void;
  /** Moves so that all places are seen. */
  readonly fit: (places: readonly Place[]) => void;
  readonly goTo: (place: Place) => void;
  readonly sight: () => Sight;
  readonly remove: () => void;
}
