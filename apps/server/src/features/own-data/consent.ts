import { type AnswerOf, type BodyOf, type ConsentMeans, consentText, message, type ownData, type Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../shared/announcements/announce.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'

type Answer = AnswerOf<typeof ownData.consent>

/** What is on record of somebody's consent. The instants are those of their account; an act of their own page has the same instant. */
type Stored = {
  readonly consent_at: Date | null
  readonly consent_withdrawn_at: Date | null
  readonly given_version: number | null
  readonly is_given_on_page: boolean
  readonly is_withdrawn_on_page: boolean
  readonly office_id: number | null
  readonly office_name: string | null
  readonly group_name: string | null
  readonly on_wallboard: boolean
}

const readStored = async (db: Db, { companyId, userId }: Actor): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select u.consent_at, u.consent_withdrawn_at, g.version as given_version, g.user_id is not null as is_given_on_page,
           w.user_id is not null as is_withdrawn_on_page, u.office_id, o.name as office_name, k.name as group_name,
           exists (select from office_link l
                    where l.company_id = ${companyId} and l.office_id = u.office_id and l.kind = 'wallboard' and l.revoked_at is null) as on_wallboard
      from app_user u
      left join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
      left join work_group k on k.company_id = u.company_id and k.company_id = ${companyId} and k.group_id = u.group_id
      left join consent_act g on g.company_id = u.company_id and g.company_id = ${companyId} and g.user_id = u.user_id
                             and g.at = u.consent_at and g.given
      left join consent_act w on w.company_id = u.company_id and w.company_id = ${companyId} and w.user_id = u.user_id
                             and w.at = u.consent_withdrawn_at and not w.given
     where u.company_id = ${companyId} and u.user_id = ${userId} and u.deleted_at is null`.execute(db)
  const [stored] = rows
  if (stored === undefined) throw notFound()
  return stored
}

const stateOf = ({ consent_at: givenAt, consent_withdrawn_at: withdrawnAt }: Stored): Answer['state'] => {
  if (withdrawnAt !== null) return 'withdrawn'
  return givenAt === null ? 'none' : 'given'
}

const meansOf = (at: Date | null, isOnPage: boolean): ConsentMeans | null => {
  if (at === null) return null
  return isOnPage ? 'page' : 'paper'
}

// What was signed on paper said what the first text says.
const firstVersion = 1

/** The roles whose scope somebody is in, the nearest first. */
const seenBy = ({ group_name: groupName }: Stored): Role[] => [
  ...(groupName === null ? [] : (['GroupLeader', 'GroupSubLeader'] as const)),
  'HeadquartersAdmin',
  'AdminUnitContract',
  'AdminUnitService',
]

/** What is on record of the actor's own consent, who may see what is measured, and how long it is kept. */
export const readConsent = async ({ config, db }: Pick<Context, 'config' | 'db'>, actor: Actor): Promise<Answer> => {
  const stored = await readStored(db, actor)
  const state = stateOf(stored)
  return {
    state,
    version: consentText.version,
    textSince: consentText.since,
    givenAt: toJapanIsoOrNull(stored.consent_at),
    givenVersion: stored.given_version,
    givenBy: meansOf(stored.consent_at, stored.is_given_on_page),
    withdrawnAt: toJapanIsoOrNull(stored.consent_withdrawn_at),
    withdrawnBy: meansOf(stored.consent_withdrawn_at, stored.is_withdrawn_on_page),
    isDue: state === 'none' || (state === 'given' && (stored.given_version ?? firstVersion) < consentText.version),
    officeName: stored.office_name,
    groupName: stored.group_name,
    seenBy: seenBy(stored),
    onWallboard: stored.on_wallboard,
    readingDays: config.retentionDays,
  }
}

type Act = BodyOf<typeof ownData.setConsent>

const textChanged = () => new Refusal(409, { message: message('consentTextChanged') })

/** Whether the act says again what is on record: a second click, or an answer that was lost. */
const isRepeated = (stored: Stored, { given, version }: Act): boolean =>
  given ? stateOf(stored) === 'given' && stored.given_version === version : stateOf(stored) === 'withdrawn'

/** Stores an act. Every reader of `app_user` follows at once: judging, lists, maps and notices. */
const store = async (db: Db, { companyId, userId }: Actor, { given, version, language }: Act, at: Date): Promise<void> => {
  await sql`
    insert into consent_act (company_id, user_id, at, given, version, language)
    values (${companyId}, ${userId}, ${at}, ${given}, ${version}, ${language})`.execute(db)
  await sql`
    update app_user u
       set consent_at = case when ${given} then ${at}::timestamptz else u.consent_at end,
           consent_withdrawn_at = case when ${given} then null else ${at}::timestamptz end, version = u.version + 1
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
}

const recorded = ({ fullName }: Actor, stored: Stored) => ({
  fullName,
  consentAt: toJapanIsoOrNull(stored.consent_at),
  consentWithdrawnAt: toJapanIsoOrNull(stored.consent_withdrawn_at),
})

/**
 * Gives the actor's own consent, or withdraws it, on record. A withdrawn one ends judging and showing at once, as from an administrator's form.
 * @throws Refusal 409 where the text that was read is not that of now; withdrawing needs no text
 */
export const setConsent = async (context: Context, { actor, address }: Requester, act: Act): Promise<Answer> => {
  const { db, clock } = context
  if (act.given && act.version !== consentText.version) throw textChanged()
  const { companyId, userId } = actor
  await db.transaction().execute(async (trx) => {
    await sql`
      select from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} for no key update`.execute(trx)
    const before = await readStored(trx, actor)
    if (isRepeated(before, act)) return
    const now = clock()
    await store(trx, actor, act, now)
    const after = await readStored(trx, actor)
    const { office_id: officeId } = before
    await writeAudit(trx, {
      at: now,
      actor,
      address,
      action: act.given ? 'giveConsent' : 'withdrawConsent',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      before: recorded(actor, before),
      after: { ...recorded(actor, after), consentVersion: act.version },
    })
    // Withdrawn, no row is left that would announce somebody whom maps must not show any more.
    if (officeId !== null) await announce(trx, { companyId, officeId, userIds: [userId], ...(!act.given && { maps: true }) })
  })
  return readConsent(context, actor)
}
