import { describe, expect, it } from 'vitest';
import { deviceCategories, dictionaryCategories, identifierKinds, staffRoles } from '../index.ts';
import {
  demoDeviceProducts,
  deviceProducts,
  deviceTypes,
  dictionaries,
  permissionAliases,
  permissions,
  permissionsOfRole,
  roleSeeds,
  settings,
  standardCodeOf,
} from './index.ts';
import type { PermissionEntry } from './index.ts';

function duplicatesOf(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('dictionaries', () => {
  it('have one type a code and one entry a code', () => {
    expect(duplicatesOf(dictionaries.rows.map((type) => type.typeCode))).toEqual([]);
    for (const type of dictionaries.rows) {
      expect(duplicatesOf(type.entries.map((entry) => entry.code)), type.typeCode).toEqual([]);
      expect(dictionaryCategories.names).toContain(type.category);
      expect(type.typeCode).toMatch(/^[A-Za-z]\w{0,31}$/);
    }
  });

  it('fit the columns and name parents that exist', () => {
    for (const type of dictionaries.rows) {
      const codes = new Set(type.entries.map((entry) => entry.code));
      for (const entry of type.entries) {
        expect(entry.code.length).toBeLessThanOrEqual(32);
        expect(entry.name.length).toBeLessThanOrEqual(64);
        if (entry.parentCode !== undefined) expect([type.isTree, codes.has(entry.parentCode)]).toEqual([true, true]);
      }
    }
  });

  it('carry the national code except where the code is ours', () => {
    const relation = dictionaries.rows.find((type) => type.typeCode === 'relation');
    const codes = relation?.entries.map((entry) => standardCodeOf(relation, entry));
    expect(codes?.[1]).toBe('1');
    expect(codes?.at(-1)).toBeUndefined();
    const nation = dictionaries.rows.find((type) => type.typeCode === 'nation');
    expect(nation?.entries.length).toBe(56);
    expect(nation?.entries.at(-1)).toEqual({ code: '56', name: '基诺族' });
  });
});

describe('devices', () => {
  it('have known categories and types', () => {
    expect(
      deviceTypes.rows.filter(
        (type) => !deviceCategories.names.includes(type.category) || !identifierKinds.names.includes(type.idKind),
      ),
    ).toEqual([]);
    const codes = deviceTypes.rows.map((type) => type.typeCode);
    expect(duplicatesOf(codes)).toEqual([]);
    const products = [...deviceProducts.rows, ...demoDeviceProducts];
    expect(products.filter((product) => !codes.includes(product.typeCode))).toEqual([]);
    expect(duplicatesOf(products.map((product) => product.model))).toEqual([]);
  });

  it('claim a registration only for the demonstration', () => {
    expect(deviceProducts.rows.filter((product) => product.registrationNo !== undefined)).toEqual([]);
    expect(demoDeviceProducts.some((product) => product.typeCode === 'bp_monitor' && product.registrationNo)).toBe(
      true,
    );
    expect(demoDeviceProducts.filter((product) => product.typeCode === 'watch' && product.registrationNo)).toEqual([]);
  });
});

describe('permissions', () => {
  it('are named once', () => {
    expect(duplicatesOf(permissions.map((entry) => entry.name))).toEqual([]);
  });

  it('have their parents, apart from what stands below a resource', () => {
    const names = new Set(permissions.map((entry) => entry.name));
    const orphans = permissions.filter(
      (entry) => entry.name.includes('.') && !names.has(entry.name.slice(0, entry.name.lastIndexOf('.'))),
    );
    expect(orphans.map((entry) => entry.name)).toEqual([
      'Pages.RemoteMonitoring.AbnormalData.HoldCritical',
      'Pages.WatChDataManage.Device_binds.Claim',
      'Pages.WatChDataManage.Device_binds.Backdate',
      'Pages.WatChDataManage.Commands.Dangerous',
      'Pages.Basicplatform.Duty.ShortRest',
      'Pages.CustomerManage.Clients.ForceDelete',
      'Pages.CustomerManage.Clients.Merge',
      'Pages.WatChDataManage.Devices.Allocate',
    ]);
  });

  it('keep the spelling that client programs test', () => {
    const names = permissions.map((entry) => entry.name);
    expect(names).toContain('Pages.WatChDataManage');
    expect(names).toContain('Pages.user.infos');
    expect(Object.values(permissionAliases).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('roles', () => {
  const clients: readonly PermissionEntry[] = ['', '.Create', '.Edit', '.Delete', '.Import'].flatMap((suffix) =>
    ['Pages.CustomerManage.Clients', 'Pages.RemoteMonitoring.AbnormalRules', 'Pages.CorporateManage.User'].map(
      (stem) => ({ name: `${stem}${suffix}`, title: stem, en: stem }),
    ),
  );
  const lead = ['Bench', 'Confirm'].map((name) => `Pages.RemoteMonitoring.AbnormalRules.${name}`);
  const escorts = ['', '.Edit', '.Delete'].map((suffix) => `Pages.XKH.User.AccompanyingDiseases${suffix}`);
  const others = [...lead, ...escorts].map((name): PermissionEntry => ({ name, title: name, en: name }));
  const every = [...permissions, ...clients, ...others];
  const granted = (name: string, side: 'host' | 'tenant' = 'tenant'): readonly string[] => {
    const role = roleSeeds.rows.find((row) => row.name === name && row.side === side);
    if (!role) throw new Error(name);
    return permissionsOfRole(role, every);
  };

  it('are eight static ones for a tenant and one for the host', () => {
    expect(roleSeeds.rows.filter((row) => row.isStatic && row.side === 'tenant')).toHaveLength(8);
    expect(roleSeeds.rows.filter((row) => row.side === 'host')).toHaveLength(1);
    expect(roleSeeds.rows.filter((row) => row.isDefault)).toHaveLength(1);
    const fixed = roleSeeds.rows.filter((row) => row.isStatic && row.side === 'tenant');
    expect(Object.values(staffRoles.entries)).toEqual(
      fixed.map(({ name, displayName, en }) => ({ label: displayName, en, wire: name })),
    );
  });

  it('keep the two sides apart', () => {
    expect(granted('Admin')).not.toContain('Pages.Tenants');
    expect(granted('Admin')).toContain('Pages.Administration.Tenant.Settings');
    expect(granted('Admin', 'host')).toContain('Pages.Tenants.Create');
    expect(granted('Admin', 'host')).not.toContain('Pages.Tenant.Dashboard');
    expect(granted('Admin')).toHaveLength(every.filter((entry) => entry.side !== 'host').length);
  });

  it('let care staff work with clients without deleting', () => {
    expect(granted('HealthManager')).toEqual(
      expect.arrayContaining([
        'Pages',
        'Pages.CustomerManage',
        'Pages.CustomerManage.Clients',
        'Pages.CustomerManage.Clients.Create',
      ]),
    );
    expect(granted('HealthManager')).not.toContain('Pages.CustomerManage.Clients.Delete');
    expect(granted('HealthManager')).not.toContain('Pages.RemoteMonitoring.AbnormalRules.Edit');
    expect(granted('Doctor')).toContain('Pages.RemoteMonitoring.AbnormalRules.Edit');
    expect(granted('MedicalLead')).toEqual(expect.arrayContaining(lead));
    for (const name of ['HealthManager', 'Nurse'])
      expect(granted(name).filter((permission) => lead.includes(permission))).toEqual([]);
    const observers = ['Admin', 'HealthManager', 'Doctor', 'Nurse'].filter((name) =>
      granted(name).includes('Pages.RemoteMonitoring.AbnormalData.HoldCritical'),
    );
    expect(observers).toEqual(['Admin', 'Doctor']);
    expect(granted('Nurse')).toContain('Pages.CustomerManage.Clients.Edit');
    expect(granted('Nurse')).not.toContain('Pages.CustomerManage.Clients.Create');
    expect(granted('Nurse').filter((name) => name.startsWith('Pages.Administration'))).toEqual([]);
    expect(granted('Nurse').filter((name) => name.startsWith('Pages.XKH'))).toEqual([
      'Pages.XKH',
      'Pages.XKH.User',
      ...escorts.filter((name) => !name.endsWith('.Delete')),
    ]);
  });

  it('let administrators import, and nobody of the care staff', () => {
    expect(granted('Admin')).toContain('Pages.CustomerManage.Clients.Import');
    for (const name of ['HealthManager', 'Doctor', 'Nurse', 'CorporateDoctor', 'CorporateHead'])
      expect(
        granted(name).filter((permission) => permission.endsWith('.Import')),
        name,
      ).toEqual([]);
  });

  it('let a head of an enterprise look and not write', () => {
    expect(granted('CorporateHead')).toEqual(['Pages', 'Pages.CorporateManage', 'Pages.CorporateManage.User']);
    expect(granted('CorporateDepartmentAdmin')).toContain('Pages.CorporateManage.User.Edit');
  });
});

describe('settings', () => {
  it('are named once, and secrets never go out', () => {
    expect(duplicatesOf(settings.rows.map((row) => row.name))).toEqual([]);
    expect(settings.rows.filter((row) => row.isSecret && row.isVisibleToClient)).toEqual([]);
  });
});
