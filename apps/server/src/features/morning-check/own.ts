import type { AnswerOf, morningCheck } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { readQuestions } from './questions.ts'
import { workingDayOfSite } from './store-check.ts'

/** A worker's own check of the working day: the questions, and whether they answered. @throws Refusal 404 for somebody without a site */
export const readOwnCheck = async (context: Context, actor: Actor): Promise<AnswerOf<typeof morningCheck.own>> => {
  const { companyId, officeId, userId } = actor
  if (officeId === null) throw notFound()
  const office = { companyId, officeId }
  const { date } = await workingDayOfSite(context.db, office, context.clock())
  const { rows } = await sql<{ answered_at: Date; is_refused: boolean; attention: boolean }>`
    select m.answered_at, m.answers is null as is_refused, cardinality(m.counted) > 0 as attention from morning_check m
     where m.company_id = ${companyId} and m.user_id = ${userId} and m.day = ${date} and m.office_id = ${officeId}`.execute(context.db)
  const [own] = rows
  return {
    date,
    questions: await readQuestions(context, office),
    state: own === undefined ? 'none' : own.is_refused ? 'refused' : 'answered',
    answeredAt: toJapanIsoOrNull(own?.answered_at ?? null),
    attention: own?.attention === true,
  }
}
