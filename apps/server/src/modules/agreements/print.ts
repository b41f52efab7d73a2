import { careTeam, client, doctorAgreement, user } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call, everySight, whole } from '../../engine/public.ts';
import { houseFor, housesOf } from '../messages/public.ts';

const day = z.iso.date();

/** `GET DoctorSign/GetPrintInfo`: what stands on the paper of an agreement. */
export const agreementPrint = call({
  wire: 'GET DoctorSign/GetPrintInfo',
  title: '医生签约：打印',
  permission: permissionsOfCall(doctorAgreement, 'list'),
  resource: doctorAgreement,
  input: z.object({ id: z.coerce.number().int().min(1) }),
  output: z.object({
    id: whole,
    agreementNo: z.string().nullable(),
    clientName: z.string(),
    teamName: z.string(),
    doctorName: z.string(),
    signDate: day,
    beginDate: day,
    endDate: day,
    house: z.string(),
    housePhone: z.string(),
  }),
  async run(asked, { id }) {
    const row = await asked.repo(doctorAgreement).get(id);
    // The doctor prints the agreement of a client who is not yet in sight.
    const ctx = everySight(asked);
    const person = await ctx.repo(client).get(row.client);
    const team = await ctx.repo(careTeam).find(row.team);
    const doctor = await ctx.repo(user).find(row.doctor);
    const house = houseFor(await housesOf(ctx), person.organizationUnit);
    return {
      id,
      agreementNo: row.agreementNo,
      clientName: person.name,
      teamName: team?.name ?? '',
      doctorName: doctor?.fullName ?? '',
      signDate: row.signedOn,
      beginDate: row.startsOn,
      endDate: row.endsOn,
      house: house.name,
      housePhone: house.phone,
    };
  },
});
