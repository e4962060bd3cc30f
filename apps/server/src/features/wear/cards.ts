import { type AnswerOf, type BodyOf, pinWindowMinutes, type workerCard } from '@mimamori/contract'
import { sql } from 'kysely'
import { cardSecrets, hashCardSecret, newCardCode } from '../../shared/accounts/card-secret.ts'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { isWatched, isWorker } from '../../shared/monitoring/workers/shown.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { type ScopeColumns, personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { type CardHolder, endFormerCard, recordCard } from './record-card.ts'
import { storeCard } from './store-card.ts'
import { takeCards } from './take-cards.ts'

/** A worker in the actor's scope, locked, whether or not they consent to be measured: a lost card must be made invalid all the same. @throws Refusal 404 for anybody else */
const lockWorker = async (db: Db, actor: Actor, userId: number): Promise<CardHolder> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<CardHolder>`
    select u.company_id as "companyId", u.user_id as "userId", u.office_id as "officeId", u.full_name as "fullName" from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId} and ${isWorker} and ${withinScope(actor, personColumns)}
       for no key update`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

type Allowed = AnswerOf<typeof workerCard.allowPin>

const allowOne = async (db: Db, requester: Requester, userId: number, now: Date, until: Date): Promise<number> => {
  const worker = await lockWorker(db, requester.actor, userId)
  const { companyId } = worker
  const { numAffectedRows } = await sql`
    update worker_card c set pin_hash = null, pin_open_until = ${until}, pin_failures = 0, pin_locks = 0, pin_locked_until = null
     where c.company_id = ${companyId} and c.user_id = ${userId} and c.secret_hash is not null`.execute(db)
  if (numAffectedRows !== 1n) return 0
  await endSessions(db, worker, 'byCard', 'cardRenewed', now)
  await recordCard(db, requester, 'allowPin', now, worker)
  return 1
}

const groupColumns: ScopeColumns = { company: 'g.company_id', office: 'g.office_id', group: 'g.group_id', user: null }

const allowGroup = async (db: Db, { actor, address }: Requester, groupId: number, now: Date, until: Date): Promise<number> => {
  const companyId = await companyOf(db, actor, 'work_group', groupId)
  if (companyId === undefined) throw notFound()
  const { rows: groups } = await sql<{ office_id: number; name: string }>`
    select g.office_id, g.name from work_group g
     where g.company_id = ${companyId} and g.group_id = ${groupId} and ${withinScope(actor, groupColumns)}`.execute(db)
  const [group] = groups
  if (group === undefined) throw notFound()
  const { numAffectedRows = 0n } = await sql`
    update worker_card c set pin_open_until = ${until}
      from app_user u
     where c.company_id = ${companyId} and u.company_id = ${companyId} and u.user_id = c.user_id and u.group_id = ${groupId}
       and ${isWatched} and c.secret_hash is not null and c.pin_hash is null`.execute(db)
  const after = { groupName: group.name, count: Number(numAffectedRows) }
  const about = { resource: 'group', resourceId: groupId, companyId, officeId: group.office_id, after }
  if (numAffectedRows > 0n) await writeAudit(db, { at: now, actor, address, action: 'allowPin', ...about })
  return Number(numAffectedRows)
}

/**
 * Lets a worker choose their PIN for half an hour, in the presence of who allows it: a stranger with a photograph of the card cannot. The PIN
 * of before is forgotten and a lock opened. Of a group, everybody who has no PIN yet.
 * @returns how many may choose one: none where no card that signs in was printed
 * @throws Refusal 404 out of scope
 */
export const allowPin = ({ db, clock }: Context, requester: Requester, draft: BodyOf<typeof workerCard.allowPin>): Promise<Allowed> =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const until = new Date(now.getTime() + pinWindowMinutes * 60_000)
    const { userId, groupId } = draft
    const count =
      groupId == null ? await allowOne(trx, requester, userId ?? 0, now, until) : await allowGroup(trx, requester, groupId, now, until)
    return { count, until: toJapanIso(until) }
  })

/**
 * Makes a new card instead of a lost one: neither code nor sign-in number of the old one is known any more, its PIN is forgotten, and
 * sessions that it opened end. What is printed next is the new one.
 * @throws Refusal 404 out of scope
 */
export const reissueCard = ({ config, db, clock }: Context, requester: Requester, userId: number): Promise<{ userId: number }> =>
  db.transaction().execute(async (trx) => {
    const worker = await lockWorker(trx, requester.actor, userId)
    const { companyId } = worker
    const now = clock()
    const code = newCardCode()
    const secretHash = hashCardSecret(companyId, cardSecrets(config.jwtSecrets).make({ companyId, userId, code }))
    await storeCard(trx, { companyId, userId, code, secretHash }, now)
    await endFormerCard(trx, requester, now, worker)
    return { userId }
  })

/**
 * What a worker's card says, to show it on a screen instead of on paper; one that has none is made.
 * @throws Refusal 404 out of scope
 */
export const showCard = async (
  context: Context,
  requester: Requester,
  { officeId, userId }: BodyOf<typeof workerCard.show>,
): Promise<AnswerOf<typeof workerCard.show>> => {
  const site = await findSite(context.db, requester.actor, officeId)
  const [card] = await takeCards(context, requester, site, { userId })
  if (card === undefined) throw notFound()
  const { text, signInNumber, fullName } = card
  await recordCard(context.db, requester, 'showCard', context.clock(), { ...site, userId, fullName })
  return { text, signInNumber }
}
