import { it } from 'vitest';
import { createDemoPlan, readingsOfBinding } from './plan.ts';
it('tries', () => {
  const t0 = performance.now();
  const plan = createDemoPlan({ now: new Date('2026-11-21T03:00:00Z') });
  console.log('plan ms', performance.now() - t0);
  const t1 = performance.now();
  let n = 0; const kinds: Record<string, number> = {};
  for (const tenant of plan.tenants) {
    let m = 0;
    for (const b of tenant.bindings) for (const r of readingsOfBinding(tenant, b)) { m++; kinds[r.kind] = (kinds[r.kind] ?? 0) + 1; }
    console.log(tenant.name, tenant.clients.length, tenant.bindings.length, m, tenant.emergencies.length, JSON.stringify(tenant.users.map((u) => u.surname + u.name + ':' + u.userName + ':' + u.unit)), JSON.stringify(tenant.units));
    n += m;
  }
  console.log(n, kinds, performance.now() - t1);
  for (const c of plan.tenants[0]!.clients.slice(0, 12)) { const p = c.person; console.log(p.name, p.sex, p.age, p.birthday, p.idNumber, p.phone, p.nation, p.address, p.tags.join(), p.height, p.weight, p.livingState, p.careLevel, JSON.stringify(p.guardians), c.doctor, c.healthManager); }
});
