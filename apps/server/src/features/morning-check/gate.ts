import {
  type AnswerOf,
  type BodyOf,
  type gateCheck,
  handOutCodeOf,
  message,
  mostUnknownCards,
  unknownCardMinutes,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound, Refusal, tooManyRequests } from '../../platform/errors.ts'
import type { AccessLink } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import { gateHours } from './gate-hours.ts'
import { readQuestions } from './questions.ts'
import { type CheckedPerson, storeCheck, workingHoursOfSite } from './store-check.ts'

/** The cards of each link that were not known lately, epoch ms. A process counts its own: a card's code has 70 random bits. */
export type UnknownCards = Map<string, readonly number[]>

/** @throws Refusal 429 where a link has shown too many unknown cards */
const refuseGuesses = (unknown: UnknownCards, { linkId }: AccessLink, now: number): void => {
  const windowMs = unknownCardMinutes * 60_000
  const recent = (unknown.get(linkId) ?? []).filter((at) => at > now - windowMs)
  unknown.set(linkId, recent)
  const [first] = recent
  if (first !== undefined && recent.length >= mostUnknownCards) throw tooManyRequests(Math.ceil((first + windowMs - now) / 1_000))
}

type CardHolder = CheckedPerson & AnswerOf<typeof gateCheck.person>

/** The worker of the link's site whose card it is, locked in the order in which people are locked. @throws Refusal 404, 429 */
const lockHolder = async (db: Db, unknown: UnknownCards, link: AccessLink, card: string, now: Date): Promise<CardHolder> => {
  refuseGuesses(unknown, link, now.getTime())
  const { companyId, officeId, linkId } = link
  const { rows } = await sql<CardHolder>`
    select u.company_id as "companyId", u.office_id as "officeId", u.user_id as "userId", u.full_name as "fullName", u.furigana, u.language
      from worker_card c
      join app_user u on u.company_id = c.company_id and u.company_id = ${companyId} and u.user_id = c.user_id
     where c.company_id = ${companyId} and c.code = ${handOutCodeOf(card)} and u.office_id = ${officeId} and ${isWorker}
       for no key update of u`.execute(db)
  const [holder] = rows
  if (holder !== undefined) return holder
  unknown.set(linkId, [...(unknown.get(linkId) ?? []), now.getTime()])
  throw new Refusal(404, [message('gateCardUnknown')])
}

/** What the tablet at the gate begins with. It names nobody. */
export const readGate = async (context: Context, link: AccessLink): Promise<AnswerOf<typeof gateCheck.site>> => {
  const { companyId, officeId } = link
  const now = context.clock()
  const { rows } = await sql<{ name: string }>`
    select o.name from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(context.db)
  const [site] = rows
  if (site === undefined) throw notFound()
  const { date, closesAt, nextAt } = gateHours(now.getTime(), await workingHoursOfSite(context.db, link))
  const questions = await readQuestions(context, link)
  const at = (instant: number) => toJapanIso(new Date(instant))
  return { officeName: site.name, date, questions, closesAt: at(closesAt), nextAt: at(nextAt), now: at(now.getTime()) }
}

/** @throws Refusal 400 where the gate does not take answers at a time */
const refuseClosed = async (db: Db, link: AccessLink, at: Date): Promise<void> => {
  const { closesAt } = gateHours(at.getTime(), await workingHoursOfSite(db, link))
  if (at.getTime() >= closesAt) throw badRequest(message('gateClosed'))
}

/** Whose card was scanned: the name and the language, and nothing of before. @throws Refusal 404, 429; 400 while it is closed */
export const readCardHolder = (
  { db, clock }: Context,
  unknown: UnknownCards,
  link: AccessLink,
  card: string,
): Promise<AnswerOf<typeof gateCheck.person>> =>
  db.transaction().execute(async (trx) => {
    await refuseClosed(trx, link, clock())
    const { fullName, furigana, language } = await lockHolder(trx, unknown, link, card, clock())
    return { fullName, furigana, language }
  })

type Draft = BodyOf<typeof gateCheck.answer>

/** Answers of somebody at the gate. @throws Refusal as `storeCheck`, and 404, 429; 400 where they were given while it was closed */
export const answerAtGate = (context: Context, unknown: UnknownCards, link: AccessLink, address: string, draft: Draft): Promise<void> =>
  context.db.transaction().execute(async (db) => {
    const now = context.clock()
    await refuseClosed(db, link, draft.at === undefined ? now : new Date(draft.at))
    const { companyId, officeId, userId, fullName } = await lockHolder(db, unknown, link, draft.card, now)
    const { answers, refused, at } = draft
    await storeCheck(
      context,
      db,
      { actor: null, address },
      { companyId, officeId, userId, fullName },
      { answers, refused, at, source: 'gate' },
    )
  })
