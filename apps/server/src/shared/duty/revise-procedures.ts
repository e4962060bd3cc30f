import { workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { announce } from '../announcements/announce.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { savePendingAgain } from './pending.ts'
import { findDutyInForce, findLatestDuty, insertDuty, type NewDuty } from './versions.ts'

type Revision = Pick<NewDuty, 'procedures' | 'maker'> & {
  /** The office's text until now. */
  readonly before: string | null
  readonly now: Date
}

const workingDateOf = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<string> => {
  const { rows } = await sql<{ opens_at: string; closes_at: string }>`
    select o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const hours = workingHoursOf(rows[0]?.opens_at ?? '', rows[0]?.closes_at ?? '')
  return workingDayAt(now.getTime(), hours).date
}

/**
 * Makes the next version of a locked office whose procedures were changed in its form: people have to be briefed of the new text. Versions
 * that begin later follow it. Where no version is in force the office's own text applies, and there is nothing to revise.
 */
export const reviseProcedures = async (db: Db, office: OfficeKey, { procedures, maker, before, now }: Revision): Promise<void> => {
  const { companyId, officeId } = office
  const latest = await findLatestDuty(db, office)
  if (latest === undefined) return
  const base = await findDutyInForce(db, office, now)
  const isVersion = base !== undefined
  const version = latest.version + (isVersion ? 1 : 0)
  if (isVersion) {
    const validFrom = await workingDateOf(db, office, now)
    await insertDuty(db, office, { ...base, version, procedures, texts: {}, validFrom, startsAt: now, madeAt: now, maker })
  }
  const change = { before: { procedures: before }, after: { procedures }, version, isVersion, madeAt: now, maker }
  await savePendingAgain(db, office, change)
  await announce(db, { companyId, officeId, display: true })
}
