import { randomUUID } from 'node:crypto'
import { type Erasure, message } from '@mimamori/contract'
import { recordOfEntries, keepErasedEntries } from '../../../shared/erasure/erased-entries.ts'
import { type Erased, eraseData } from '../../../shared/erasure/erase-data.ts'
import { gatherMarks } from '../../../shared/erasure/gather-marks.ts'
import type { PersonMarks } from '../../../shared/erasure/person-marks.ts'
import { type PersonKey, providerId } from '../../../shared/organisation/keys.ts'
import { takeAccountsTurn } from '../../../shared/accounts/login.ts'
import type { AuditEntry, Requester } from '../../../platform/audit.ts'
import { writeNumberedAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest, notFound, Refusal } from '../../../platform/errors.ts'
import { closeAccount } from '../close.ts'
import { type Locked, lockAccount, lockPersonEver, lockServiceAdmins } from '../person-store.ts'
import { announceDeparture } from '../record.ts'
import { readUserRow } from '../rows.ts'
import { copyLedger } from './copy-ledger.ts'
import { emptyAccount } from './empty-account.ts'
import { findErasure, insertErasure, type LedgerEntry, makeAccountDigest } from './erasure-store.ts'
import { findHindrances } from './hindrances.ts'
import { readErasure } from './read-erasure.ts'
import { sealMarks } from './seal-marks.ts'

/** The address in the log for the operator of the server. */
const atServer = 'サーバー'

/** Who erases, as the log has it. */
export type Eraser = Pick<AuditEntry, 'at' | 'actor' | 'address'>

/** Puts an erasure on the log of each company whose entries it changed, and of the person's own; without a name. */
const recordErasure = async (db: Db, person: PersonKey & { officeId: number | null }, eraser: Eraser, { entries }: Erased) => {
  for (const [companyId, own] of entries) {
    if (companyId !== person.companyId && own.length === 0) continue
    const auditId = await writeNumberedAudit(db, {
      ...eraser,
      action: 'erase',
      resource: 'user',
      resourceId: person.userId,
      companyId,
      officeId: companyId === person.companyId ? person.officeId : null,
      after: recordOfEntries(own),
    })
    await keepErasedEntries(db, companyId, auditId, own)
  }
}

/** Erases what is there again of somebody, on record where sealed entries changed. @returns the files that are left to be deleted */
export const eraseAgain = async (db: Db, person: Locked, eraser: Eraser, known: PersonMarks | undefined): Promise<Erased> => {
  const marks = await gatherMarks(db, person, known)
  await emptyAccount(db, person)
  const erased = await eraseData(db, person, marks)
  if ([...erased.entries.values()].some((own) => own.length > 0)) await recordErasure(db, person, eraser, erased)
  return erased
}

/** Closes the account of a locked person, unless it is closed, and erases their data, on record and in the ledger. */
export const eraseLocked = async (
  { config }: Pick<Context, 'config'>,
  trx: Db,
  person: Locked,
  eraser: Eraser,
  entry: Pick<LedgerEntry, 'erasureId' | 'erasedAt'>,
): Promise<Erased> => {
  const { companyId, userId } = person
  const row = await readUserRow(trx, person, eraser.at)
  const known = await gatherMarks(trx, person)
  if (person.deletedAt === null) await closeAccount(trx, person, row, eraser.at)
  const account = await makeAccountDigest(trx, person)
  await emptyAccount(trx, person)
  const erased = await eraseData(trx, person, known)
  await recordErasure(trx, person, eraser, erased)
  const marks = sealMarks(config, person, known)
  await insertErasure(trx, { companyId, userId, ...entry, ...account, notedAt: eraser.at, marks })
  await announceDeparture(trx, row)
  return erased
}

/** Deletes files that are no longer on record. What cannot be deleted now goes with the job's own record, within a day. */
export const deleteFiles = async ({ files, log }: Pick<Context, 'files' | 'log'>, keys: readonly string[]): Promise<void> => {
  for (const key of keys)
    await files.delete(key).catch((error: Error) => log.warn({ reason: error.message }, 'an erased file waits to be deleted'))
}

const fold = (loginId: string) => loginId.normalize('NFKC').trim().toLowerCase()

const refuseErasing = async (trx: Db, person: Locked, userName: string, now: Date): Promise<void> => {
  if ((await findErasure(trx, person)) !== undefined) throw new Refusal(409, { message: message('erasedAlready') })
  if (fold(userName) !== fold(person.loginId)) throw badRequest(message('eraseMismatch'))
  const hindrances = await findHindrances(trx, person, now)
  if (hindrances.length > 0) throw new Refusal(409, { message: hindrances.join('\n') })
}

/** Erases somebody who is locked, where nothing is in the way. */
const eraseUnhindered = async (context: Context, trx: Db, person: Locked, userName: string, eraser: Eraser): Promise<Erased> => {
  await refuseErasing(trx, person, userName, eraser.at)
  return eraseLocked(context, trx, person, eraser, { erasureId: randomUUID(), erasedAt: eraser.at })
}

const finishErasing = async (context: Context, companyId: number, { fileKeys }: Erased): Promise<void> => {
  await deleteFiles(context, fileKeys)
  await copyLedger(context, companyId).catch((error: Error) =>
    context.log.warn({ reason: error.message }, 'an erasure waits to be copied into the ledgers beside files and backups'),
  )
}

/**
 * Erases what identifies a person, deleted or not, from everything the product keeps; figures stay under a number. It cannot be
 * undone.
 * @param userName the person's login ID, typed once more
 * @throws Refusal 404 beyond the actor's reach; 400 for another login ID, oneself and the last service administrator; 409 while
 *   an alert is open, a hold is in force, or alarms go to the person's own address or number, and where it is done already
 */
export const erasePerson = async (context: Context, requester: Requester, userId: number, userName: string): Promise<Erasure> => {
  const { actor, address } = requester
  if (userId === actor.userId) throw badRequest(message('eraseSelf'))
  const at = context.clock()
  const { companyId, erased } = await context.db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, context)
    // Locked before the person's own row: two administrators who erase each other would otherwise deadlock.
    const serviceAdmins = actor.role === 'AdminUnitService' ? await lockServiceAdmins(trx) : []
    const person = await lockPersonEver(trx, actor, userId)
    if (person === undefined) throw notFound()
    if (serviceAdmins.length === 1 && serviceAdmins[0] === userId) throw badRequest(message('eraseLastServiceAdmin'))
    return { companyId: person.companyId, erased: await eraseUnhindered(context, trx, person, userName, { at, actor, address }) }
  })
  await finishErasing(context, companyId, erased)
  return readErasure(context.db, actor, userId, at)
}

/**
 * The same by the operator of the server, who is no account.
 * @throws Refusal as `erasePerson`, of the last service administrator too
 */
export const erasePersonAtServer = async (context: Context, key: PersonKey): Promise<void> => {
  const at = context.clock()
  const erased = await context.db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, context)
    const serviceAdmins = key.companyId === providerId ? await lockServiceAdmins(trx) : []
    const person = await lockAccount(trx, key)
    if (person === undefined) throw notFound()
    if (serviceAdmins.length === 1 && serviceAdmins[0] === key.userId) throw badRequest(message('eraseLastServiceAdmin'))
    return eraseUnhindered(context, trx, person, person.loginId, { at, actor: null, address: atServer })
  })
  await finishErasing(context, key.companyId, erased)
}
