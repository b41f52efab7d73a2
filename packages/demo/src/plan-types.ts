import type { DemoDevice } from './devices.ts';
import type { Person } from './people.ts';
import type { Cadence, Span } from './readings.ts';
import type { DemoReading } from './samplers.ts';

/** A member of staff who can sign in. */
export interface DemoUser {
  readonly userName: string;
  readonly surname: string;
  readonly name: string;
  readonly emailAddress: string;
  /** Name of a role of a fresh tenant, or of the demo. */
  readonly role: string;
  /** Display name of the unit the user belongs to. */
  readonly unit: string;
}

/** A role that an administrator would add: another one's permissions with a sight of its own. */
export interface DemoRole {
  readonly name: string;
  readonly displayName: string;
  readonly like: string;
  readonly dataScope: 'all' | 'unit';
}

/**
 * An organisation unit, with a unique name in its tenant; the one without `parent` is the root. Parents come before
 * children.
 */
export interface DemoUnit {
  readonly displayName: string;
  readonly parent?: string;
}

/** A care team with its members. */
export interface DemoTeam {
  readonly name: string;
  readonly unit: string;
  readonly members: readonly {
    readonly userName: string;
    readonly role: 'doctor' | 'nurse' | 'manager';
    readonly isDefault: boolean;
  }[];
}

/** A client; `unit` and `team` are names, `healthManager` and `doctor` user names of the same tenant. */
export interface DemoClient {
  readonly person: Person;
  readonly state: 'active' | 'potential' | 'paused' | 'closed';
  readonly isVip: boolean;
  readonly registeredAt: Date;
  readonly unit: string;
  readonly team: string;
  readonly healthManager: string;
  readonly doctor: string;
}

/** A period in which a device reports at one cadence. */
export type Segment = Span & { readonly cadence: Cadence };

/** A device on a person for some time, with its reporting periods. */
export interface DemoBinding {
  readonly device: DemoDevice;
  /** Index of the wearer in the tenant's clients. */
  readonly client: number;
  readonly boundAt: Date;
  readonly unboundAt?: Date;
  /** 1 replaced by another device, 2 given back (the wire's `unbindReason`). */
  readonly unbindReason?: 1 | 2;
  readonly segments: readonly Segment[];
}

/** A present emergency: readings that open a case, or a press of the SOS key. */
export interface DemoEmergency {
  readonly imei: string;
  /** Index of the person in the tenant's clients. */
  readonly client: number;
  readonly startsAt: Date;
  readonly isSos: boolean;
  readonly readings: readonly DemoReading[];
}

/** A tenant of the demo. */
export interface DemoTenant {
  readonly tenancyName: string;
  readonly name: string;
  readonly units: readonly DemoUnit[];
  readonly roles: readonly DemoRole[];
  readonly users: readonly DemoUser[];
  readonly teams: readonly DemoTeam[];
  readonly clients: readonly DemoClient[];
  readonly bindings: readonly DemoBinding[];
  /** Registered devices without wearer. */
  readonly spareDevices: readonly DemoDevice[];
  readonly emergencies: readonly DemoEmergency[];
}

/** The whole demo as data, independent of storage. */
export interface DemoPlan {
  readonly seed: number;
  readonly now: Date;
  readonly tenants: readonly DemoTenant[];
}
