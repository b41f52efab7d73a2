import { client, guardianContact, sosRecord } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, flatRow, membersOf } from '../../../engine/public.ts';
import { guardiansOf } from '../cases/case-calls.ts';

const beside = ['userName', 'sex', 'age', 'phoneNumber', 'communityId', 'communityName', 'responseUserName'] as const;

const sosOutput = z.object({
  ['soS_Record']: flatRow(sosRecord),
  ...membersOf(sosRecord, beside),
  person: flatRow(client).nullable(),
  guardians: arrayOf(flatRow(guardianContact)),
});

/** Returns an emergency with its person and contacts; addresses and phone numbers are masked. */
export const sosEditCall = call({
  wire: `GET ${sosRecord.wire.service}/GetSOS_RecordForEdit`,
  title: '求助详情',
  replaces: true,
  permission: stemsOf(sosRecord),
  input: z.object({ id: z.coerce.number().int().positive() }),
  output: sosOutput,
  run: async (ctx, { id }) => {
    const row = await ctx.repo(sosRecord).get(id);
    const [person, guardians] = await Promise.all([
      row.client === null ? undefined : ctx.repo(client).find(row.client),
      guardiansOf(ctx, row.client),
    ]);
    const shown = ctx.show(sosRecord, row);
    const { userName, sex, age, phoneNumber, communityId, communityName, responseUserName } = shown;
    return {
      ['soS_Record']: shown,
      userName,
      sex,
      age,
      phoneNumber,
      communityId,
      communityName,
      responseUserName,
      person: person ? ctx.show(client, person) : null,
      guardians,
    };
  },
});
