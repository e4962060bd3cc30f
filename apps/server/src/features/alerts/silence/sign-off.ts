import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { followLockedSilence, lockSilence, type SigningOff } from './follow-silence.ts'
import { quietDevices, quietPeople } from './quiet.ts'

/** Quiets the silence of people and devices of an office until they are heard, and closes the lines that name nobody else. */
export const signOff = async (
  db: Db,
  office: OfficeKey,
  { userIds, deviceIds }: { readonly userIds: readonly number[]; readonly deviceIds: readonly number[] },
  by: SigningOff,
): Promise<void> => {
  const only = { companyId: office.companyId, officeIds: [office.officeId] }
  await lockSilence(db, only)
  // In the ingestion's order of locks: devices before people.
  await quietDevices(db, office.companyId, deviceIds, by.at)
  await quietPeople(db, office.companyId, userIds, by.at)
  await followLockedSilence(db, only, by.at, by)
}
