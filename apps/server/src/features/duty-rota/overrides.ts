import { isAmong, leaders, message, type RotaOverride, type RotaOverrideDraft, rotaShiftText } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDayBefore, toJapanIso } from '../../platform/japan-time.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { readRota } from '../../shared/duty-rota/read-rotas.ts'
import { type RotaHours, shiftRange } from '../../shared/duty-rota/shifts.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { reviewEscalations } from '../alerts/notices/escalation-store.ts'
import { personTwice, refuseIneligible } from './eligible.ts'
import { notifyOfOverride, notifyOfRemoval } from './notify-of-override.ts'
import { deleteOverride, refuseNoPlace } from './save-rota.ts'

type OverrideRow = Omit<RotaOverride, 'decidedAt' | 'isRemovable'> & {
  /** When it was decided. */
  readonly at: Date
  readonly decider: number
  /** Whose place it is. */
  readonly owner: number | null
}

const isLeader = ({ role }: Actor) => isAmong(leaders, role)

const readRows = async (db: Db, { companyId, officeId }: OfficeKey, which: RawBuilder<boolean>): Promise<OverrideRow[]> => {
  const { rows } = await sql<OverrideRow>`
    select v.override_id as id, to_char(v.duty_on, 'YYYY-MM-DD') as date, v.shift, v.place, v.user_id as "userId", u.full_name as "fullName",
           i.full_name as "insteadOf", v.reason, v.decided_by_name as "decidedBy", v.decided_at as at,
           v.decided_by as decider, v.instead_of as owner
      from duty_rota_override v
      join app_user u on u.company_id = ${companyId} and u.user_id = v.user_id
      left join app_user i on i.company_id = ${companyId} and i.user_id = v.instead_of
     where v.company_id = ${companyId} and v.office_id = ${officeId} and ${which}
     order by v.duty_on, v.shift, v.place`.execute(db)
  return rows
}

// Whose place it is may take it back also where the substitute handed it on.
const isRemovable = ({ decider, owner }: OverrideRow, actor: Actor): boolean =>
  !isLeader(actor) || decider === actor.userId || owner === actor.userId

const answerOf = (override: OverrideRow, actor: Actor): RotaOverride => {
  const { decider: _decider, owner: _owner, at, ...row } = override
  return { ...row, decidedAt: toJapanIso(at), isRemovable: isRemovable(override, actor) }
}

/** Who takes somebody's place in a shift that is not over, the next first. */
export const readOverrides = async (db: Db, office: OfficeKey, actor: Actor, hours: RotaHours, now: Date): Promise<RotaOverride[]> => {
  // A night that began yesterday may be on.
  const rows = await readRows(db, office, sql<boolean>`v.duty_on >= ${japanDayBefore(now, 1)}::date`)
  return rows.filter((row) => shiftRange(row, hours).to > now).map((row) => answerOf(row, actor))
}

/** What the log says of one. */
const wordsOf = ({ date, shift, place, fullName, insteadOf, reason }: OverrideRow) => ({
  shift: rotaShiftText({ date, shift }),
  place,
  userId: fullName,
  insteadOf,
  reason,
})

/**
 * Names who takes a place of a shift that is not over; a former substitute of it is replaced. Leaders do so for their own place, and the
 * site's administrators are notified of it; the substitute, a former one and whose place it is are in any case.
 * @throws Refusal 404 where the site, or of a leader the place, is not the actor's, 400 where it cannot be
 */
export const setOverride = (
  { db, clock, config }: Context,
  { actor, address }: Requester,
  officeId: number,
  draft: RotaOverrideDraft,
): Promise<RotaOverride> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, actor, officeId)
    const { companyId } = office
    const now = clock()
    const { date, shift, place, userId, reason } = draft
    const rota = await readRota(trx, office, { from: date, to: date })
    refuseNoPlace(rota.shifts, draft)
    if (shiftRange(draft, rota.hours).to <= now) throw badRequest(message('rotaOver', { shift: rotaShiftText(draft) }))
    const slots = rota.slotsOf(date, shift)
    const slot = slots.find((one) => one.place === place)
    if (isLeader(actor) && slot?.userId !== actor.userId) throw notFound()
    if (!rota.isPlanned(date)) throw badRequest(message('rotaUnplanned'))
    const planned = slot?.override === null ? slot.userId : (slot?.override?.plannedUserId ?? null)
    if (userId === slot?.userId || userId === planned)
      throw badRequest(message('rotaSamePerson', { name: await nameOf(trx, companyId, userId) }))
    if (slots.some((one) => one.place !== place && one.userId === userId)) throw await personTwice(trx, office, draft)
    await refuseIneligible(trx, office, [draft])
    const ofPlace = sql<boolean>`v.duty_on = ${date}::date and v.shift = ${shift} and v.place = ${place}`
    const [former] = await readRows(trx, office, ofPlace)
    if (former !== undefined) await deleteOverride(trx, companyId, former.id)
    await trx
      .insertInto('duty_rota_override')
      .values({
        company_id: companyId,
        office_id: officeId,
        duty_on: date,
        shift,
        place,
        user_id: userId,
        instead_of: planned,
        reason,
        decided_by: actor.userId,
        decided_by_name: actor.fullName,
        decided_at: now,
      })
      .execute()
    const [row] = await readRows(trx, office, ofPlace)
    if (row === undefined) throw new Error('an override that was stored is not there')
    await writeAudit(trx, {
      ...office,
      at: now,
      actor,
      address,
      action: 'setSubstitute',
      resource: 'dutyRota',
      resourceId: officeId,
      before: former === undefined ? undefined : wordsOf(former),
      after: wordsOf(row),
    })
    await notifyOfOverride({ db: trx, config }, { office, at: now, actor, isByLeader: isLeader(actor) }, { override: row, former })
    await reviewEscalations(trx, office, now)
    await announce(trx, { ...office, display: true })
    return answerOf(row, actor)
  })

const nameOf = async (db: Db, companyId: number, userId: number): Promise<string> => {
  const { rows } = await sql<{ full_name: string }>`
    select u.full_name from app_user u where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  return rows[0]?.full_name ?? ''
}

/**
 * Gives a place back to who was planned for it.
 * @throws Refusal 404 where there is no such substitute at the actor's site, or a leader neither decided it nor has the place, 400
 * where the shift is over or who has the place is at another one of it by now
 */
export const removeOverride = (
  { db, clock, config }: Context,
  { actor, address }: Requester,
  officeId: number,
  id: number,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, actor, officeId)
    const now = clock()
    const [row] = await readRows(trx, office, sql<boolean>`v.override_id = ${id}`)
    if (row === undefined) throw notFound()
    if (!isRemovable(row, actor)) throw notFound()
    const rota = await readRota(trx, office, { from: row.date, to: row.date })
    if (shiftRange(row, rota.hours).to <= now) throw badRequest(message('rotaOver', { shift: rotaShiftText(row) }))
    const slots = rota.slotsOf(row.date, row.shift)
    const userId = slots.find(({ place }) => place === row.place)?.override?.plannedUserId ?? null
    if (userId !== null && slots.some((one) => one.place !== row.place && one.userId === userId))
      throw await personTwice(trx, office, { ...row, userId })
    await deleteOverride(trx, office.companyId, id)
    const about = { action: 'removeSubstitute', resource: 'dutyRota', resourceId: officeId, before: wordsOf(row) }
    await writeAudit(trx, { ...office, at: now, actor, address, ...about })
    await notifyOfRemoval({ db: trx, config }, { office, at: now, actor, isByLeader: isLeader(actor) }, row)
    await reviewEscalations(trx, office, now)
    await announce(trx, { ...office, display: true })
  })
