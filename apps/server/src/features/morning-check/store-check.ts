import { type CheckDraft, type CheckQuestion, type checkSources, choicesOf, doesCount, message } from '@mimamori/contract'
import { type WorkingDay, type WorkingHours, workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notBefore, readDoneAt } from '../../platform/done-at.ts'
import { badRequest } from '../../platform/errors.ts'
import { japanDayAndClock } from '../../platform/japan-time.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { readQuestions } from './questions.ts'

/** Somebody who answers, with the site where they work. */
export type CheckedPerson = OfficeKey & { readonly userId: number; readonly fullName: string }

/** Who sends it; nobody at the gate. */
export type Sender = { readonly actor: Requester['actor'] | null; readonly address: string }

export type NewCheck = Pick<CheckDraft, 'answers' | 'refused' | 'at'> & { readonly source: (typeof checkSources)[number] }

type Answers = CheckDraft['answers']

/** The keys of the answers that count. @throws Refusal 400 for an answer to no question, or one that is no choice of it */
const countedKeys = (questions: readonly CheckQuestion[], answers: Answers): string[] => {
  if (questions.length === 0) throw badRequest(message('checkOff'))
  return Object.entries(answers).flatMap(([key, value]) => {
    const question = questions.find((one) => one.key === key)
    if (question === undefined || !choicesOf(question).includes(value)) throw badRequest(message('checkUnknownQuestion'))
    return doesCount(question, value) ? [key] : []
  })
}

/** When a site works. */
export const workingHoursOfSite = async (db: Db, { companyId, officeId }: OfficeKey): Promise<WorkingHours> => {
  const { rows } = await sql<{ opens_at: string; closes_at: string }>`
    select o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const [site] = rows
  if (site === undefined) throw new Error(`there is no office ${officeId}`)
  return workingHoursOf(site.opens_at, site.closes_at)
}

/** The working day of a person's site at a time. */
export const workingDayOfSite = async (db: Db, office: OfficeKey, at: Date): Promise<WorkingDay> =>
  workingDayAt(at.getTime(), await workingHoursOfSite(db, office))

const writeCheck = async (
  db: Db,
  { companyId, officeId, userId }: CheckedPerson,
  check: NewCheck,
  { day, at, counted, by }: { day: string; at: Date; counted: readonly string[]; by: number | null },
): Promise<void> => {
  const answers = check.refused ? null : JSON.stringify(check.answers)
  // What was done about the former answers stays as long as the same ones count.
  const isSame = sql`morning_check.counted = excluded.counted`
  const kept = (column: string) => sql`${sql.ref(column)} = case when ${isSame} then ${sql.ref(`morning_check.${column}`)} end`
  await sql`
    insert into morning_check (company_id, user_id, day, office_id, answered_at, answers, counted, source, answered_by)
    values (${companyId}, ${userId}, ${day}, ${officeId}, ${at}, ${answers}::jsonb, ${counted}::text[], ${check.source}, ${by})
    on conflict (company_id, user_id, day) do update
       set office_id = excluded.office_id, answered_at = excluded.answered_at, answers = excluded.answers, counted = excluded.counted,
           source = excluded.source, answered_by = excluded.answered_by,
           ${sql.join(['talked_at', 'talked_by', 'moved_at', 'moved_by', 'moved_to'].map(kept))}`.execute(db)
}

/**
 * From `at` to the end of the working day a person is 要注意, or no longer is. What held before `at` stays: readings of that time are
 * judged by it.
 */
const setAttention = async (db: Db, { companyId, userId }: CheckedPerson, isOn: boolean, at: Date, until: Date): Promise<void> => {
  const rest = sql`tstzmultirange(tstzrange(${at}::timestamptz, ${until}::timestamptz))`
  const next = isOn ? sql`u.attention + ${rest}` : sql`u.attention - ${rest}`
  await sql`
    update app_user u set attention = ${next}
     where u.company_id = ${companyId} and u.user_id = ${userId} and u.attention <> ${next}`.execute(db)
}

/**
 * Stores a person's answers for the working day of `at`; they replace those of before. The person's row is locked by the caller.
 * @returns whether they are 要注意 by them
 * @throws Refusal 409 where later answers are stored; 400 for a time or an answer that cannot be
 */
export const storeCheck = async (
  context: Context,
  db: Db,
  { actor, address }: Sender,
  person: CheckedPerson,
  check: NewCheck,
): Promise<boolean> => {
  const { companyId, officeId, userId, fullName } = person
  const now = context.clock()
  const done = readDoneAt(check.at, now)
  const day = await workingDayOfSite(db, person, done.at)
  const counted = countedKeys(await readQuestions(context, person), check.answers)
  const { rows } = await sql<{ answered_at: Date }>`
    select m.answered_at from morning_check m
     where m.company_id = ${companyId} and m.user_id = ${userId} and m.day = ${day.date}`.execute(db)
  const former = rows[0]?.answered_at ?? null
  if (former !== null && former > done.at && !done.isImmediate)
    throw conflict('checkLater', { name: fullName, time: japanDayAndClock(former) })
  const at = notBefore(done, [former])
  await writeCheck(db, person, check, { day: day.date, at, counted, by: actor?.userId ?? null })
  await setAttention(db, person, counted.length > 0, at, new Date(day.to))
  // Without the answers: what is on the log is kept for ever.
  const about = { resource: 'user', resourceId: userId, companyId, officeId, after: { source: check.source } }
  await writeAudit(db, { at: now, actor, address, action: 'answerCheck', ...about })
  await announce(db, { companyId, officeId, userIds: [userId] })
  return counted.length > 0
}
