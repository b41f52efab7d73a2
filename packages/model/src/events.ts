/** Live events of the hub by name, with their payloads on the wire. Instants are ISO 8601 with Z; ids are numbers. */
export interface LiveEvents {
  /** A case was opened, raised, or notified again. */
  newabnormal: {
    readonly id: number;
    readonly userid: number | null;
    readonly userName: string | null;
    /** The unit to which the person belongs. */
    readonly unitName: string | null;
    readonly 'abnormaL_DIA': string;
    readonly 'abnormaL_LEVEL': number;
    readonly 'tO_TIME': string;
    /** When the value in the text was measured; null without a value. Later readings of the case may be milder. */
    readonly valueTime: string | null;
    /** The worst value of the case and when it was measured, where the text shows another value. */
    readonly worst: { readonly value: string; readonly time: string } | null;
    readonly notice?: 'open' | 'raise' | 'repeat';
  };
  /** New readings of a person whose page is open. */
  newreading: { readonly userId: number; readonly dataTypes: readonly string[] };
  /** An import of the user's has come further. */
  importprogress: { readonly batchId: number };
  /** A task of the user's on a list has come further. */
  taskprogress: { readonly taskId: number };
  /** A case moved on. */
  abnormalchange: { readonly id: number; readonly state: number };
  /** Somebody looks at unusually much, or the platform's staff signed in under a user's name. */
  accessalert: {
    readonly id: number;
    readonly kind: 'reveals' | 'looks' | 'exports' | 'vipAtNight' | 'hostSignIn';
    readonly userName: string;
    readonly count: number;
    readonly minutes: number;
  };
  /** A call for help waits. */
  newsos: {
    readonly id: number;
    readonly userId: number | null;
    readonly userName: string | null;
    readonly unitName: string | null;
    readonly caseId: number;
    readonly sosType: number;
    readonly sosTime: string;
    /** 0 while nobody has responded. */
    readonly state: number;
    readonly longitude: number | null;
    readonly latitude: number | null;
    readonly positionSource: 'packet' | 'recent' | 'home' | null;
    readonly address: string | null;
    readonly pressCount: number;
  };
  /** A call for help moved on. */
  soschange: { readonly id: number; readonly state: number; readonly responseUserName: string | null };
  /** A device that is not registered calls for help. */
  strangeralarm: { readonly imei: string; readonly source: string; readonly event: string; readonly time: string };
  /** A notice to the user, as clients of ABP read it; words are in Chinese. Ours ask for it in the user's language. */
  getNotification: {
    readonly id: string;
    readonly tenantId: number | null;
    readonly state: number;
    readonly notification: {
      readonly id: string;
      readonly tenantId: number | null;
      readonly notificationName: string;
      readonly data: {
        readonly type: string;
        readonly message: string;
        readonly properties: Readonly<Record<string, string>>;
      };
      readonly entityType: null;
      readonly entityTypeName: null;
      readonly entityId: null;
      readonly severity: number;
      readonly creationTime: string;
      readonly title: string;
      /** Address of the page that it leads to. */
      readonly link: string | null;
    };
  };
  /** A chat message came. */
  newmes: { readonly usename: string; readonly mes: string };
  /** The user's sign-in ended, was locked or unlocked. */
  sessionchange: { readonly tenantId: number; readonly userId: number };
  /** All that a locked screen learns of an alarm. */
  lockedalarm: {
    readonly count: number;
    readonly isLoud: boolean;
    readonly level: number;
    readonly unit: string | null;
    readonly time: string;
  };
  /** A device came online, went offline, or reported its battery. */
  devicestate: { readonly imei: string; readonly isOnline: boolean; readonly battery: number | null };
  /** A year of the work calendar changed; for the nodes, no screen sits in its room. */
  workcalendar: { readonly year: number };
  /** A device that somebody follows on a map moved. */
  location: {
    readonly imei: string;
    readonly longitude: number;
    readonly latitude: number;
    readonly 'location_time': string;
  };
}

/** A live event for those in the given rooms; with a key it is kept for connections that come up after it. */
export type ProductEvent = {
  [Name in keyof LiveEvents]: {
    readonly event: Name;
    readonly rooms: readonly string[];
    readonly payload: LiveEvents[Name];
    readonly key?: string;
  };
}[keyof LiveEvents];
