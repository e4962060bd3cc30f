import { printedSignInNumber, signInNumberOf } from '@mimamori/contract'
import { sql } from 'kysely'
import { cardSecrets, hashCardSecret, newCardCode } from '../../shared/accounts/card-secret.ts'
import { isWatched } from '../../shared/monitoring/workers/shown.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { endFormerCard } from './record-card.ts'
import { storeCard } from './store-card.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { Site } from '../../shared/organisation/request-site.ts'

/** Whose cards are printed: all of the site, of a group, or one. */
export type Printed = { readonly groupId?: number | undefined; readonly userId?: number | undefined }

/** What is on a card: the text of its QR code, and the number that is typed where there is no camera. */
export type PrintedCard = {
  readonly text: string
  readonly signInNumber: string
  readonly fullName: string
  readonly groupName: string | null
  readonly affiliation1: string | null
}

type Worker = {
  readonly user_id: number
  readonly full_name: string
  readonly group_name: string | null
  readonly affiliation1: string | null
  readonly code: string | null
  readonly secret_hash: Buffer | null
  readonly sealed_secret: Buffer | null
}

const findWorkers = async (db: Db, actor: Actor, { companyId, officeId }: Site, { groupId, userId }: Printed): Promise<Worker[]> => {
  const { rows } = await sql<Worker>`
    select u.user_id, u.full_name, g.name as group_name, u.affiliation1, c.code, c.secret_hash, c.sealed_secret
      from app_user u
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join worker_card c on c.company_id = u.company_id and c.company_id = ${companyId} and c.user_id = u.user_id
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatched} and ${withinScope(actor, personColumns)}
       and (${groupId ?? null}::int is null or u.group_id = ${groupId ?? null})
       and (${userId ?? null}::int is null or u.user_id = ${userId ?? null})
     order by g.name collate "ja-x-icu" nulls last, u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

type Secrets = ReturnType<typeof cardSecrets>

const secretOf = (secrets: Secrets, companyId: number, worker: Worker): string | undefined => {
  const { user_id: userId, code, secret_hash: hash, sealed_secret: sealed } = worker
  return code === null || hash === null ? undefined : secrets.find({ companyId, userId, code }, { hash, sealed })
}

const giveCard = async (db: Db, requester: Requester, secrets: Secrets, site: Site, worker: Worker, now: Date): Promise<void> => {
  const { companyId, officeId } = site
  const { user_id: userId, full_name: fullName, secret_hash: oldHash } = worker
  const code = oldHash === null && worker.code !== null ? worker.code : newCardCode()
  const secretHash = hashCardSecret(companyId, secrets.make({ companyId, userId, code }))
  // The person before the card, as everything that changes a card locks them.
  await sql`
    select from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} for no key update`.execute(db)
  const isGiven = await storeCard(db, { companyId, userId, code, secretHash }, now, {
    onlyFrom: { code: worker.code, secretHash: oldHash },
  })
  if (isGiven && oldHash !== null) await endFormerCard(db, requester, now, { companyId, userId, officeId, fullName })
}

/**
 * Gives a card that signs in to each of these workers who has none; two who print at once agree on the first. One that was printed before
 * cards could sign in keeps its code. One whose secret cannot be derived any more is replaced, as by hand.
 */
const giveCards = async (
  context: Context,
  requester: Requester,
  secrets: Secrets,
  site: Site,
  workers: readonly Worker[],
): Promise<void> => {
  for (const worker of workers)
    if (secretOf(secrets, site.companyId, worker) === undefined)
      await context.db.transaction().execute((trx) => giveCard(trx, requester, secrets, site, worker, context.clock()))
}

/** The cards of the workers in scope; those who have none are given one. */
export const takeCards = async (context: Context, requester: Requester, site: Site, of: Printed): Promise<PrintedCard[]> => {
  const { actor } = requester
  const { companyId } = site
  const secrets = cardSecrets(context.config.jwtSecrets)
  await giveCards(context, requester, secrets, site, await findWorkers(context.db, actor, site, of))
  const workers = await findWorkers(context.db, actor, site, of)
  return workers.flatMap((worker) => {
    const secret = secretOf(secrets, companyId, worker)
    if (secret === undefined || worker.code === null) return []
    const number = signInNumberOf(companyId, secret)
    const { full_name: fullName, group_name: groupName, affiliation1 } = worker
    return [{ text: `${worker.code}${number}`, signInNumber: printedSignInNumber(number), fullName, groupName, affiliation1 }]
  })
}
