import type { TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { seesAll, seesNothing, type Sight } from '../src/access/caller.ts';

/** A user who may call everything, with what the scope of the roles shows. */
export interface Asker {
  readonly client: Client;
  readonly userId: number;
  readonly sight: Sight;
}

/** What rows may belong to: ids by the kind of place. */
export interface Places {
  readonly organizationUnit: readonly number[];
  readonly careTeam: readonly number[];
  readonly user: readonly number[];
}

export const idsOf = async (query: Promise<readonly { readonly id: number }[]>): Promise<number[]> =>
  (await query).map(({ id }) => id);

async function addAsker(
  app: TestApp,
  { userName, dataScope, sight }: Pick<Asker, 'sight'> & Pick<Parameters<typeof addUser>[2], 'userName' | 'dataScope'>,
): Promise<Asker> {
  const { client } = await addUser(app, 'Alpha', { userName, dataScope, allPermissions: true });
  const [userId = 0] = await idsOf(
    app.query('Alpha', 'select id from app_user where tenant_id = $1 and user_name = $2', [userName]),
  );
  return { client, userId, sight };
}

/** Adds three units and teams, and users of every scope: all rows, own, of two teams, of a unit and below. */
export async function addAskers(
  app: TestApp,
  ownNames: readonly string[],
): Promise<{ readonly askers: readonly Asker[]; readonly places: Places }> {
  const organizationUnit = await idsOf(
    app.query(
      'Alpha',
      "insert into organization_unit (tenant_id, code, display_name) values ($1, '90001', '总院'), ($1, '90001.00001', '门诊部'), ($1, '90002', '分院') returning id",
    ),
  );
  const careTeam = await idsOf(
    app.query(
      'Alpha',
      "insert into care_team (tenant_id, name) values ($1, '一组'), ($1, '二组'), ($1, '三组') returning id",
    ),
  );
  const [hall = 0, ward = 0] = organizationUnit;
  const teams = careTeam.slice(0, 2);
  const own = { ...seesNothing, own: true };
  const whole = await addAsker(app, { userName: 'whole', dataScope: 'all', sight: seesAll });
  const owners: Asker[] = [];
  for (const userName of ownNames) owners.push(await addAsker(app, { userName, dataScope: 'own', sight: own }));
  const inTeam = await addAsker(app, { userName: 'inteam', dataScope: 'team', sight: { ...own, teams } });
  const inUnit = await addAsker(app, {
    userName: 'inunit',
    dataScope: 'unit',
    sight: { ...own, units: [hall, ward] },
  });
  await app.query(
    'Alpha',
    'insert into care_team_member (tenant_id, care_team_id, user_id) select $1, t, $2 from unnest($3::bigint[]) t returning id',
    [inTeam.userId, teams],
  );
  await app.query(
    'Alpha',
    'insert into user_organization_unit (tenant_id, user_id, organization_unit_id) values ($1, $2, $3) returning user_id',
    [inUnit.userId, hall],
  );
  const limited = [...owners, inTeam, inUnit];
  return {
    askers: [whole, ...limited],
    places: { organizationUnit, careTeam, user: limited.map(({ userId }) => userId) },
  };
}
