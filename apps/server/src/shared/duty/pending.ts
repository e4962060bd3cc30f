import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { dutyColumns, type DutyRow, insertDuty, type NewDuty } from './versions.ts'

type Content = Pick<DutyRow, 'line' | 'employers' | 'procedures' | 'texts'>

type PendingDuty = Content & Pick<DutyRow, 'validFrom'> & { readonly startsAt: Date }

/** Versions of a site that have not begun at an instant and will come into force, in the order in which they were saved. */
const findPendingDuties = async (db: Db, { companyId, officeId }: OfficeKey, at: Date): Promise<PendingDuty[]> => {
  const { rows } = await sql<DutyRow & { startsAt: Date }>`
    select ${dutyColumns}, d.starts_at as "startsAt" from duty d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.starts_at > ${at}::timestamptz
       and not exists (select from duty h where h.company_id = ${companyId} and h.office_id = ${officeId}
                                            and h.version > d.version and h.starts_at > ${at}::timestamptz and h.starts_at <= d.starts_at)
     order by d.version`.execute(db)
  return rows
}

const withChange = (pending: Content, before: Partial<Content>, after: Partial<Content>): Content => {
  const isAsBefore = (field: keyof Content) => isDeepStrictEqual(pending[field], before[field])
  return {
    line: after.line !== undefined && isAsBefore('line') ? after.line : pending.line,
    employers: after.employers !== undefined && isAsBefore('employers') ? after.employers : pending.employers,
    ...(after.procedures !== undefined && isAsBefore('procedures')
      ? { procedures: after.procedures, texts: after.texts ?? {} }
      : { procedures: pending.procedures, texts: pending.texts }),
  }
}

type Change = Pick<NewDuty, 'madeAt' | 'maker'> & {
  /** Fields as they were until now. */
  readonly before: Partial<Content>
  /** Fields as they are from now on. */
  readonly after: Partial<Content>
  /** The version that was saved last. */
  readonly version: number
  /** Whether the change is a version: without one, versions that it does not concern come into force as they are. */
  readonly isVersion: boolean
}

/**
 * Saves the versions of a locked office again that begin later, after a change of what is in force now: of those that have begun the
 * one saved last is in force, so they would not come into force otherwise. What they change themselves stays, the rest is as changed.
 */
export const savePendingAgain = async (
  db: Db,
  office: OfficeKey,
  { before, after, version, isVersion, madeAt, maker }: Change,
): Promise<void> => {
  const pending = await findPendingDuties(db, office, madeAt)
  const changed = pending.map((duty) => ({ ...duty, ...withChange(duty, before, after) }))
  if (!isVersion && isDeepStrictEqual(changed, pending)) return
  for (const [index, { validFrom, startsAt, line, employers, procedures, texts }] of changed.entries()) {
    const content = { line, employers, procedures, texts }
    await insertDuty(db, office, { ...content, version: version + 1 + index, validFrom, startsAt, madeAt, maker })
  }
}
