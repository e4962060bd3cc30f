import { archiveReopenDays, type ArchivePreview, type BodyOf, message, type Office, type officeArchive } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound, Refusal } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { announceKeys } from '../../shared/access-keys/ingest-key.ts'
import { announce, announceMaps, announceOffice } from '../../shared/announcements/announce.ts'
import { endRestsOfOffice } from '../../shared/monitoring/rests/end-open-rests.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { setHandling } from '../alerts/episodes/set-handling.ts'
import { endWears } from '../alerts/wears/write-wears.ts'
import { countReleased, endSessionsOf, findElsewhere, findWorn, lockUnfinished, releaseDevices, writeArchived } from './archive-store.ts'
import { findOffice, lockOffice } from './store.ts'

/** The note of the alerts that are closed with their office. */
export const archiveNote = '拠点の閉鎖'

const reopenEnd = (archivedAt: string): Date => new Date(Date.parse(archivedAt) + archiveReopenDays * dayMs)

/**
 * What archiving an office does.
 * @throws Refusal 404 out of scope
 */
export const previewArchive = async ({ db, clock }: Context, actor: Actor, id: number): Promise<ArchivePreview> => {
  const now = clock()
  const office = await findOffice(db, actor, id, now)
  if (office === undefined) throw notFound()
  const { officeId, officeName, baseCode, archivedAt } = office
  const end = archivedAt === null ? null : reopenEnd(archivedAt)
  const reopenUntil = end === null || end <= now ? null : toJapanIso(end)
  const elsewhere = await findElsewhere(db, office)
  return { officeId, officeName, baseCode, archivedAt, reopenUntil, ...(await countReleased(db, office, now)), ...elsewhere }
}

const lock = async ({ clock }: Context, db: Db, actor: Actor, officeId: number): Promise<Office> => {
  const office = await lockOffice(db, actor, officeId, clock())
  if (office === undefined) throw notFound()
  return office
}

const record = async ({ clock }: Context, db: Db, { actor, address }: Requester, before: Office, action: 'archive' | 'reopen') => {
  const at = clock()
  const after = await findOffice(db, actor, before.officeId, at)
  if (after === undefined) throw notFound()
  const { companyId, officeId } = before
  await writeAudit(db, { at, actor, address, action, resource: 'office', resourceId: officeId, companyId, officeId, before, after })
  return after
}

/** Everybody who looks at the office, sends to it or reads its board learns that it was archived or opened again. */
const announceChange = async (db: Db, office: OfficeKey): Promise<void> => {
  await announceKeys(db)
  await announceOffice(db, office)
  await announce(db, { ...office, display: true })
  await announceMaps(db, office)
}

/** @throws Refusal 400 where another name was typed, 409 while there is an emergency that nobody has closed */
const refuse = (office: Office, typed: string, emergencies: number): void => {
  if (typed !== office.officeName.normalize('NFKC').trim()) throw badRequest(message('archiveNameWrong', { name: office.officeName }))
  if (emergencies > 0) throw new Refusal(409, [message('archiveInDanger', { count: emergencies })])
}

/**
 * Archives an office: from here on it is read only. Its wears and rests end, its alerts are closed by the requester, its people are signed
 * out. Its keys, links, schedules, accounts and devices stay as they are and stop with it, so that reopening starts them again
 * (decisions/0131). One that is archived stays as it is.
 * @throws Refusal 404 out of scope, 400 where another name was typed, 409 while there is an emergency that nobody has closed
 */
export const archiveOffice = (
  context: Context,
  requester: Requester,
  officeId: number,
  { officeName }: BodyOf<typeof officeArchive.archive>,
): Promise<Office> =>
  context.db.transaction().execute(async (trx) => {
    const { actor } = requester
    const office = await lock(context, trx, actor, officeId)
    if (office.archivedAt !== null) return office
    const at = context.clock()
    await releaseDevices(trx, office)
    // Counted under the locks: a batch that held them before may have opened an emergency.
    refuse(office, officeName, (await countReleased(trx, office, at)).emergencies)
    await endRestsOfOffice(trx, office, at)
    await endWears(trx, office.companyId, await findWorn(trx, office), { at, now: at })
    const by = { userId: actor.userId, userName: actor.fullName, at }
    await setHandling(trx, await lockUnfinished(trx, office), { handling: 'closed', outcome: 'other', note: archiveNote }, by)
    await endSessionsOf(trx, office, at)
    await writeArchived(trx, office, at)
    await announceChange(trx, office)
    return record(context, trx, requester, office, 'archive')
  })

/**
 * Opens an archived office again: its keys, links, schedules and accounts work as before. Devices are handed out again. One that is
 * open stays as it is.
 * @throws Refusal 404 out of scope, 409 once its time is over
 */
export const reopenOffice = (context: Context, requester: Requester, officeId: number): Promise<Office> =>
  context.db.transaction().execute(async (trx) => {
    const office = await lock(context, trx, requester.actor, officeId)
    if (office.archivedAt === null) return office
    if (reopenEnd(office.archivedAt) <= context.clock()) throw new Refusal(409, [message('reopenOver', { days: archiveReopenDays })])
    await releaseDevices(trx, office)
    await writeArchived(trx, office, null)
    await announceChange(trx, office)
    return record(context, trx, requester, office, 'reopen')
  })
