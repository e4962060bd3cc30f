import { createECDH } from 'node:crypto'
import { type AnswerOf, type BodyOf, type Language, message, type push, type PushNotice, screens } from '@mimamori/contract'
import { textsIn } from '@mimamori/texts'
import { sql } from 'kysely'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, tooManyRequests } from '../../platform/errors.ts'
import { japanClock, toJapanIso } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isPushAddress } from './push-address.ts'
import { pushSubject } from '../../platform/outside/push-subject.ts'
import { vapidKeys } from './vapid-keys.ts'

const testsPerMinute = 5

/** The key that browsers subscribe with, and where the actor's own session is sent notices. */
export const pushState = async ({ config, db }: Context, { companyId, sessionId }: Actor): Promise<AnswerOf<typeof push.state>> => {
  const own = await db
    .selectFrom('push_subscription as k')
    .select('k.endpoint')
    .where('k.company_id', '=', companyId)
    .where('k.session_id', '=', sessionId)
    .executeTakeFirst()
  const publicKey = pushSubject(config) === undefined ? null : (await vapidKeys(db)).publicKey
  return { publicKey, endpoint: own?.endpoint ?? null }
}

const isPoint = (p256dh: string): boolean => {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    return curve.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

/** @throws Refusal 400 where nobody is configured as the sender of notices */
const requireSender = (config: Context['config']): void => {
  if (pushSubject(config) === undefined) throw badRequest(message('pushNoSender'))
}

/**
 * Makes a browser the actor's: their session's, and nobody else's any more. A person whose company cannot be reached just now
 * loses it once that is back (`formerBrowsersJob`).
 * @throws Refusal 400 where notices cannot go to its address, its key is none, or there is no sender
 */
export const subscribe = async (
  { config, db, pool, clock }: Context,
  { companyId, sessionId }: Actor,
  { endpoint, keys }: BodyOf<typeof push.subscribe>,
): Promise<void> => {
  requireSender(config)
  if (!isPushAddress(config, endpoint) || !isPoint(keys.p256dh)) throw badRequest(message('pushEndpoint'))
  const isReached = await reachedNow({ pool })
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpoint}`}, 0))`.execute(trx)
    await sql`
      delete from push_subscription k
       where k.endpoint = ${endpoint} and (k.company_id, k.session_id) is distinct from (${companyId}::int, ${sessionId}::uuid)
         and ${isReached('k')}`.execute(trx)
    await sql`
      insert into push_subscription as k (company_id, session_id, endpoint, p256dh, auth, created_at)
      values (${companyId}, ${sessionId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${clock()})
      on conflict (company_id, session_id) do update
         set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
             paused_until = case when k.endpoint = excluded.endpoint then k.paused_until end`.execute(trx)
  })
}

/** Sends the actor's session no more notices. */
export const unsubscribe = async ({ db }: Context, { companyId, sessionId }: Actor): Promise<void> => {
  await db
    .deleteFrom('push_subscription')
    .where('push_subscription.company_id', '=', companyId)
    .where('push_subscription.session_id', '=', sessionId)
    .execute()
}

/**
 * Sends the actor's own browser a notice to see that it arrives. False where none is subscribed.
 * @throws Refusal 400 where there is no sender, 429 where several went out just now
 */
export const sendTest = async ({ config, db, clock }: Context, { companyId, userId, sessionId }: Actor): Promise<boolean> => {
  requireSender(config)
  const at = clock()
  const { rows } = await sql<{ subscription_id: number; count: number; language: Language | null }>`
    select k.subscription_id, count(d.push_id)::int as count,
           case when u.role = 'User' then u.language end as language
      from push_subscription k
      join app_user u on u.company_id = k.company_id and u.company_id = ${companyId} and u.user_id = ${userId}
      left join outbox_push d on d.company_id = k.company_id and d.subscription_id = k.subscription_id
             and d.alert_id is null and d.created_at > ${new Date(at.getTime() - 60_000)}
     where k.company_id = ${companyId} and k.session_id = ${sessionId}
     group by k.company_id, k.subscription_id, u.role, u.language`.execute(db)
  const [own] = rows
  if (own === undefined) return false
  if (own.count >= testsPerMinute) throw tooManyRequests(60)
  const t = textsIn(own.language)
  const payload: PushNotice = {
    title: t('notice.testTitle', { time: japanClock(at) }),
    body: t('notice.testBody'),
    url: screens.account.path,
    tag: 'test',
    level: null,
    emergency: false,
    drill: false,
    at: toJapanIso(at),
  }
  await db
    .insertInto('outbox_push')
    .values({
      company_id: companyId,
      subscription_id: own.subscription_id,
      created_at: at,
      next_try_at: at,
      payload: JSON.stringify(payload),
    })
    .execute()
  return true
}
