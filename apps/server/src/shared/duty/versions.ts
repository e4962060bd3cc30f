import type { Duty, DutyEmployer, DutyStep } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../organisation/keys.ts'

/** A stored version of a site's reporting line and procedures. */
export type DutyRow = {
  readonly version: number
  /** YYYY-MM-DD. */
  readonly validFrom: string
  readonly line: readonly DutyStep[]
  readonly employers: readonly DutyEmployer[]
  /** The site's own text; null where the usual one applies. */
  readonly procedures: string | null
  readonly texts: Duty['texts']
  readonly madeAt: Date
  readonly madeBy: string
}

/** The columns of a `duty d` that make a DutyRow. */
export const dutyColumns = sql`
  d.version, to_char(d.valid_from, 'YYYY-MM-DD') as "validFrom", d.line, d.employers, d.procedures, d.texts, d.made_at as "madeAt",
  d.made_by_name as "madeBy"`

const highest = async (db: Db, { companyId, officeId }: OfficeKey, which: RawBuilder<boolean>): Promise<DutyRow | undefined> => {
  const { rows } = await sql<DutyRow>`
    select ${dutyColumns} from duty d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and ${which}
     order by d.version desc limit 1`.execute(db)
  return rows[0]
}

/** The version in force at an instant: the one that was saved last among those that have begun. */
export const findDutyInForce = (db: Db, office: OfficeKey, at: Date): Promise<DutyRow | undefined> =>
  highest(db, office, sql<boolean>`d.starts_at <= ${at}::timestamptz`)

/** The version that was saved last, whether or not it has begun. */
export const findLatestDuty = (db: Db, office: OfficeKey): Promise<DutyRow | undefined> => highest(db, office, sql<boolean>`true`)

export const findDutyVersion = (db: Db, office: OfficeKey, version: number): Promise<DutyRow | undefined> =>
  highest(db, office, sql<boolean>`d.version = ${version}`)

export type NewDuty = Pick<DutyRow, 'version' | 'validFrom' | 'line' | 'employers' | 'procedures' | 'texts'> & {
  readonly startsAt: Date
  readonly madeAt: Date
  readonly maker: { readonly userId: number; readonly fullName: string }
}

/**
 * Stores a version of a locked office. The office carries the text of one that begins now as well: a change that was made on the office as
 * it was before is refused. One that begins later changes nothing until then.
 */
export const insertDuty = async (db: Db, { companyId, officeId }: OfficeKey, duty: NewDuty): Promise<void> => {
  await db
    .insertInto('duty')
    .values({
      company_id: companyId,
      office_id: officeId,
      version: duty.version,
      valid_from: duty.validFrom,
      starts_at: duty.startsAt,
      line: JSON.stringify(duty.line),
      employers: JSON.stringify(duty.employers),
      procedures: duty.procedures,
      texts: JSON.stringify(duty.texts),
      made_at: duty.madeAt,
      made_by: duty.maker.userId,
      made_by_name: duty.maker.fullName,
    })
    .execute()
  if (duty.startsAt > duty.madeAt) return
  await sql`
    update office o set procedures = ${duty.procedures}, version = o.version + 1
     where o.company_id = ${companyId} and o.office_id = ${officeId} and o.procedures is distinct from ${duty.procedures}`.execute(db)
}
