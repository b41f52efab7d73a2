/** Hub events and their payloads, spelled as they travel. */
export interface RealtimeEvents {
  newabnormal: {
    id: number;
    userid: number | null;
    userName: string | null;
    'abnormaL_DIA': string;
    'abnormaL_LEVEL': number;
    'tO_TIME': string;
  };
  /** New readings of a person whose page is open. */
  newreading: { userId: number; dataTypes: readonly string[] };
  /** An import of the user's has come further. */
  importprogress: { batchId: number };
  /** A task of the user's on a list has come further. */
  taskprogress: { taskId: number };
  /** A case moved on. */
  abnormalchange: { id: number; state: number };
  /** Somebody looks at unusually much, or the platform's staff signed in under a user's name. */
  accessalert: { id: number; kind: 'reveals' | 'looks' | 'exports' | 'vipAtNight' | 'hostSignIn'; userName: string; count: number; minutes: number };
  newsos: {
    id: number;
    userId: number | null;
    userName: string | null;
    caseId: number;
    sosType: number;
    sosTime: string;
    /** 0 while nobody has responded. */
    state: number;
    longitude: number | null;
    latitude: number | null;
    positionSource: 'packet' | 'recent' | 'home' | null;
    address: string | null;
    pressCount: number;
  };
  soschange: { id: number; state: number; responseUserName: string | null };
  newmes: { usename: string; mes: string };
  /** The user's sign-in ended, was locked or unlocked. */
  sessionchange: object;
  /** All that a locked screen learns of an alarm. */
  lockedalarm: { count: number; isLoud: boolean };
  devicestate: { imei: string; isOnline: boolean; battery: number | null };
  location: { imei: string; longitude: number; latitude: number; 'location_time': string };
}
