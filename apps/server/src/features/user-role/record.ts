import { isWorkerRole, type UserRole } from '@mimamori/contract'
import { announce } from '../../shared/announcements/announce.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'

type RecordedFields = { readonly [field: string]: unknown }

/** What the audit log keeps of a person: what was set, not what follows from it. */
export const recordOf = ({
  canDelete: _,
  hasSecondFactor: _s,
  consentMeans: _m,
  consentVersion: _n,
  referenceWbgt: _r,
  observedAcclimatised: _o,
  daysWithoutExposure: _d,
  roleJp: _j,
  version: _v,
  ...rest
}: UserRole): RecordedFields => rest

/** The fields that differ, as they were and as they are. */
export const changesBetween = (before: RecordedFields, after: RecordedFields): { before: RecordedFields; after: RecordedFields } => {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field])
  const only = (record: RecordedFields) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  return { before: only(before), after: only(after) }
}

type LogEntry = { readonly action: string; readonly before?: object; readonly after?: object }

/** Puts on record what was done to a person, under the place that the row names. */
export const recordPerson = async (db: Db, { actor, address }: Requester, row: UserRole, written: LogEntry, now: Date): Promise<void> => {
  const { userId, officeId } = row
  const companyId = row.companyId ?? providerId
  await writeAudit(db, { at: now, actor, address, resource: 'user', resourceId: userId, companyId, officeId, ...written })
}

/** Announces a worker to the consoles of their office. */
export const announcePerson = async (db: Db, { companyId, officeId, userId, role }: UserRole): Promise<void> => {
  if (companyId !== null && officeId !== null && isWorkerRole(role)) await announce(db, { companyId, officeId, userIds: [userId] })
}

/**
 * Makes the consoles of the office that a worker has left, by account, consent or site, read their maps again: there is no row
 * left that would announce somebody whom they must not show any more.
 */
export const announceDeparture = async (db: Db, { companyId, officeId, role }: UserRole): Promise<void> => {
  // Without the note for those who come back (`announceMaps`): it would lock the office after the person, and groups lock it before.
  if (companyId !== null && officeId !== null && isWorkerRole(role)) await announce(db, { companyId, officeId, maps: true })
}
