import { workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { announce } from '../announcements/announce.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { findLatestDuty, insertDuty, type NewDuty } from './versions.ts'

type Revision = Pick<NewDuty, 'procedures' | 'maker'> & { readonly now: Date }

/**
 * Makes the next version of a locked office whose procedures were changed in its form: people have to be briefed of the new text. Where no
 * version was saved there is nothing to revise.
 */
export const reviseProcedures = async (db: Db, office: OfficeKey, { procedures, maker, now }: Revision): Promise<void> => {
  const { companyId, officeId } = office
  const latest = await findLatestDuty(db, office)
  if (latest === undefined) return
  const { rows } = await sql<{ opens_at: string; closes_at: string }>`
    select o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const hours = workingHoursOf(rows[0]?.opens_at ?? '', rows[0]?.closes_at ?? '')
  const validFrom = workingDayAt(now.getTime(), hours).date
  await insertDuty(db, office, {
    ...latest,
    version: latest.version + 1,
    procedures,
    texts: {},
    validFrom,
    startsAt: now,
    madeAt: now,
    maker,
  })
  await announce(db, { companyId, officeId, display: true })
}
