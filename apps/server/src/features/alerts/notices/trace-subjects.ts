import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { hasTracedSubjects, traceparentOfSubject } from '../../../platform/tracing/traced-subjects.ts'

// What an alert is about, as the traces of readings are looked up.
export const userSubject = (userId: number): string => `user/${userId}`
export const deviceSubject = (deviceId: number): string => `device/${deviceId}`
export const officeHeatSubject = (officeId: number): string => `heat/${officeId}`

type TracedAlert = TableRow<'alert', 'alert_id' | 'user_id' | 'device_id' | 'office_id' | 'kind'>

const subjectsOf = ({ user_id, device_id, office_id, kind }: TracedAlert): string[] => [
  ...(user_id === null ? [] : [userSubject(user_id)]),
  ...(device_id === null ? [] : [deviceSubject(device_id)]),
  ...(kind === 'siteHeat' ? [officeHeatSubject(office_id)] : []),
]

/** The traces of the readings by which something happened to alerts now. Asks the database only where any reading is recorded. */
export const traceparentsOfAlerts = async (
  db: Db,
  companyId: number,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const traceparents = new Map<number, string>()
  if (!hasTracedSubjects() || alertIds.length === 0) return traceparents
  const { rows } = await sql<TracedAlert>`
    select a.alert_id, a.user_id, a.device_id, a.office_id, a.kind from alert a
     where a.company_id = ${companyId} and a.alert_id = any(${alertIds}::int[])`.execute(db)
  for (const row of rows) {
    const traceparent = traceparentOfSubject(subjectsOf(row))
    if (traceparent !== undefined) traceparents.set(row.alert_id, traceparent)
  }
  return traceparents
}
