import {
  addressFault,
  type BodyOf,
  isPlanKind,
  labels,
  mostSchedules,
  mergeAddresses,
  mostScheduleAddresses,
  type ReportSchedule,
  type reportSchedule,
  roleNames,
  scheduleRoles,
  splitAddresses,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { lockOfficeShared, lockOffice } from '../../../shared/organisation/office-lock.ts'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { actionOnVersion } from '../../../platform/database/versioned.ts'
import { findOthers, lockSchedule, readSchedule, type ScheduleKey, type StoredSchedule } from './store.ts'
import { doneOn, latestTurn } from './turn.ts'

const { reportSchedule: names } = labels
type Draft = BodyOf<typeof reportSchedule.create>

/** Who gets a report by the form: addresses, each once, and roles of a plan. @throws Refusal 400 naming each that no mail reaches, or how many there may be */
const recipientsOf = ({ addresses: given, kind, roles }: Draft): Pick<StoredSchedule, 'addresses' | 'roles'> => {
  const addresses = mergeAddresses(splitAddresses([given].flat().join(',')))
  const isPlan = isPlanKind(kind)
  if (addresses.length === 0 && !(isPlan && roles.length > 0))
    throw badRequest(`${names.addresses}：1件以上${isPlan ? '入力するか、役割を選んで' : '入力して'}ください。`)
  const faults = addresses.flatMap((address) => addressFault(address) ?? [])
  if (faults.length > 0) throw badRequest(...faults.map((fault) => `${names.addresses}：${fault}`))
  if (addresses.length > mostScheduleAddresses)
    throw badRequest(`${names.addresses}：${mostScheduleAddresses}件までです。減らしてください。`)
  return { addresses, roles: isPlan ? scheduleRoles.filter((role) => roles.includes(role)) : [] }
}

type Saved = Pick<StoredSchedule, 'kind' | 'time' | 'addresses' | 'roles' | 'enabled'> & {
  readonly officeId: number
  readonly officeName: string
}

const onRecord = ({ officeName, kind, time, addresses, roles, enabled }: Saved) => ({
  officeName,
  kind,
  time,
  addresses,
  ...(isPlanKind(kind) && { roles }),
  enabled,
})

const record = (
  db: Db,
  { actor, address }: Requester,
  at: Date,
  { companyId, scheduleId, officeId }: ScheduleKey & { readonly officeId: number },
  change: { readonly action: string; readonly before?: Saved; readonly after?: Saved },
) =>
  writeAudit(db, {
    at,
    actor,
    address,
    resource: 'reportSchedule',
    resourceId: scheduleId,
    companyId,
    officeId,
    action: change.action,
    before: change.before === undefined ? undefined : onRecord(change.before),
    after: change.after === undefined ? undefined : onRecord(change.after),
  })

/**
 * Prevents duplicate schedules of a site, and too many of them.
 * @throws Refusal 400 if one of the same kind and time has one of the addresses already, or the site has as many as allowed
 */
const refuseAnother = async (db: Db, requester: Requester, saved: Saved & OfficeKey, except: number | null): Promise<void> => {
  // Two that are added at once are counted one after the other.
  await lockOffice(db, requester.actor, saved.officeId)
  const { count, told, roles } = await findOthers(db, saved, except)
  if (told.length > 0)
    throw badRequest(...told.map((address) => `${names.addresses}：${address}には、同じ種類・同じ時刻の予定がこの拠点にもうあります。`))
  if (roles.length > 0)
    throw badRequest(...roles.map((role) => `${names.roles}：${roleNames[role]}には、同じ種類・同じ時刻の予定がこの拠点にもうあります。`))
  if (count >= mostSchedules)
    throw badRequest(`${names.officeId}：予定は1つの拠点に${mostSchedules}件までです。使わない予定を削除してください。`)
}

/** What was to be sent before the schedule was made, or before it had this time, is nobody's to wait for. */
const passOver = async (db: Db, { companyId, scheduleId }: ScheduleKey, now: Date): Promise<void> => {
  const { rows } = await sql<{ turn: string; is_over: boolean }>`
    select to_char(${latestTurn(now)}, 'YYYY-MM-DD') as turn, coalesce(${doneOn(now)} < ${latestTurn(now)}, true) as is_over
      from report_schedule s where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
  for (const { turn, is_over: isOver } of rows)
    if (isOver)
      await sql`
        update report_schedule s set done_on = ${turn}::date, problem = case when s.problem like '% %' then s.problem else 'passedOver' end
         where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
}

/**
 * Adds a schedule, on record; it is sent within the rights of who adds it.
 * @throws Refusal 404 for a site out of scope, 400 naming each address that no mail reaches
 */
export const addSchedule = ({ db, clock }: Pick<Context, 'db' | 'clock'>, requester: Requester, draft: Draft): Promise<ReportSchedule> =>
  db.transaction().execute(async (trx) => {
    const { actor } = requester
    const at = clock()
    const { companyId, officeId, officeName } = await lockOfficeShared(trx, actor, draft.officeId)
    const after = { ...draft, officeName, ...recipientsOf(draft) }
    await refuseAnother(trx, requester, { ...after, companyId, officeId }, null)
    const { schedule_id: scheduleId } = await trx
      .insertInto('report_schedule')
      .values({
        company_id: companyId,
        office_id: officeId,
        kind: draft.kind,
        sends_at: draft.time,
        addresses: [...after.addresses],
        roles: [...after.roles],
        enabled: draft.enabled,
        sender_company_id: actor.companyId,
        sender_id: actor.userId,
      })
      .returning('report_schedule.schedule_id')
      .executeTakeFirstOrThrow()
    const key = { companyId, scheduleId }
    await passOver(trx, key, at)
    await record(trx, requester, at, { ...key, officeId }, { action: 'create', after })
    return readSchedule(trx, key, at)
  })

const isNewlyTimed = (before: StoredSchedule, { kind, time, enabled }: Draft): boolean =>
  before.kind !== kind || before.time !== time || (enabled && !before.enabled)

/**
 * Changes a schedule, on record; from now on it is sent within the rights of who changes it.
 * @throws Refusal 404 out of scope, 412 where somebody else was first, 400 for wrong addresses and for a site of another company
 */
export const changeSchedule = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  draft: BodyOf<typeof reportSchedule.update>,
): Promise<ReportSchedule> =>
  db.transaction().execute(async (trx) => {
    const { actor } = requester
    const at = clock()
    const before = await lockSchedule(trx, actor, draft.id)
    if (before === undefined) throw notFound()
    const action = actionOnVersion(draft.version, before.version)
    const { companyId, officeId, officeName } = await lockOfficeShared(trx, actor, draft.officeId)
    if (companyId !== before.companyId) throw badRequest(`${names.officeId}：会社の違う拠点には変えられません。新しく加えてください。`)
    const after = { ...draft, officeName, ...recipientsOf(draft) }
    await refuseAnother(trx, requester, { ...after, companyId, officeId }, draft.id)
    await sql`
      update report_schedule s
         set office_id = ${officeId}, kind = ${draft.kind}, sends_at = ${draft.time}::time, addresses = ${after.addresses}, roles = ${after.roles}, enabled = ${draft.enabled},
             sender_company_id = ${actor.companyId}, sender_id = ${actor.userId}, retry_at = null, version = s.version + 1
       where s.company_id = ${companyId} and s.schedule_id = ${draft.id}`.execute(trx)
    if (isNewlyTimed(before, draft)) await passOver(trx, before, at)
    await record(trx, requester, at, { ...before, officeId }, { action, before, after })
    return readSchedule(trx, before, at)
  })

/** Removes a schedule, on record. @throws Refusal 404 out of scope */
export const removeSchedule = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  scheduleId: number,
): Promise<Record<string, never>> =>
  db.transaction().execute(async (trx) => {
    const before = await lockSchedule(trx, requester.actor, scheduleId)
    if (before === undefined) throw notFound()
    await sql`delete from report_schedule s where s.company_id = ${before.companyId} and s.schedule_id = ${scheduleId}`.execute(trx)
    await record(trx, requester, clock(), before, { action: 'delete', before })
    return {}
  })
