import type { DrillSchedule, SavedDrillSchedule } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { actionOnVersion } from '../../../platform/database/versioned.ts'
import { readSchedule, writeSchedule } from './schedule.ts'
import { findSubject } from './store.ts'

/**
 * Saves the weekly drill of an office, on record; null for none.
 * @throws Refusal 404 out of scope, 412 where somebody else was first
 */
export const saveSchedule = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  change: { readonly officeId: number; readonly schedule: DrillSchedule | null; readonly version?: number | undefined },
): Promise<SavedDrillSchedule> =>
  db.transaction().execute(async (transaction) => {
    const at = clock()
    const office = await findSubject(transaction, actor, { officeId: change.officeId })
    if (office === undefined) throw notFound()
    const { companyId, officeId } = office
    // The first of two has no row of its own to wait at.
    await sql`select from office o where o.company_id = ${companyId} and o.office_id = ${officeId} for no key update`.execute(transaction)
    const before = await readSchedule(transaction, office)
    const action = actionOnVersion(change.version, before.version)
    await writeSchedule(transaction, office, change.schedule, at)
    const entry = { at, actor, address, action, resource: 'drillSchedule', resourceId: officeId, companyId, officeId }
    await writeAudit(transaction, { ...entry, before: before.schedule, after: change.schedule })
    return readSchedule(transaction, office)
  })
