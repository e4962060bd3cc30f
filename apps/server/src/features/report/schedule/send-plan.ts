import { sql } from 'kysely'
import type { Context, Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { type MailFile, type OutgoingMail, queueMails } from '../../../platform/outside/outgoing-mail.ts'
import { type OutgoingPush, queuePush } from '../../../platform/outside/outgoing-push.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { planPaperSource } from '../../../shared/plan/paper/plan-sheet.ts'
import { readPlanSheet } from '../../../shared/plan/paper/read-plan-sheet.ts'
import { type PlanScope, wholeSite } from '../../../shared/plan/plan-people.ts'
import { readPlan } from '../../../shared/plan/read-plan.ts'
import { fewestPeople, withoutCounts } from './few-people.ts'
import { planMail, planNotice, planPath, type PlanKind } from './plan-mails.ts'
import type { PlanRecipients } from './plan-recipients.ts'
import type { ForecastProblem } from './problem.ts'

type PlanTurn = OfficeKey & { readonly kind: PlanKind; readonly date: string }

/** What a turn came to: sent to so many people and addresses, or why there was nothing to send. */
export type PlanOutcome = { readonly sentTo: number } | { readonly problem: ForecastProblem }

const ofGroup = (companyId: number, groupId: number): PlanScope => ({
  people: sql<boolean>`(u.company_id = ${companyId} and u.group_id = ${groupId})`,
  groups: sql<boolean>`(g.company_id = ${companyId} and g.group_id = ${groupId})`,
  isOneGroup: true,
  seesHealth: true,
})

type Reading = { readonly scope: PlanScope; readonly isNamed: boolean; readonly hasLink: boolean }

/** The plan as one kind of recipient sees it, as mail and sheet. */
const compose = async (context: Context, turn: PlanTurn, now: Date, { scope, isNamed, hasLink }: Reading) => {
  const { db, config } = context
  const known = await readPlan(db, turn, { scope, date: turn.date, now })
  const isCounted = isNamed || known.peopleCount >= fewestPeople
  const plan = isCounted ? known : withoutCounts(known)
  const sheet = await readPlanSheet(db, turn, { plan, scope, isNamed, isCounted, now, printedBy: null })
  const file: MailFile = {
    name: `暑さと休憩_${plan.officeName}_${plan.date.replaceAll('-', '')}.pdf`,
    mediaType: 'application/pdf',
    content: await drawPdf(planPaperSource, sheet, undefined, 'behind'),
  }
  return { plan, file, ...planMail({ kind: turn.kind, plan, publicUrl: hasLink ? config.publicUrl : undefined, isCounted }) }
}

type Composed = Awaited<ReturnType<typeof compose>>

const mailOf = ({ companyId, officeId }: OfficeKey, at: Date, to: readonly string[], { subject, body, file }: Composed): OutgoingMail => ({
  at,
  companyId,
  officeId,
  recipients: { to },
  subject,
  body,
  file,
})

/** A quiet notice for each reader; the next plan of the site takes its place. */
const noticesOf = (turn: PlanTurn, at: Date, { readers }: PlanRecipients, plans: ReadonlyMap<number | null, Composed>): OutgoingPush[] =>
  readers.flatMap(({ userId, groupId }) => {
    const plan = plans.get(groupId)?.plan
    if (plan === undefined) return []
    const payload = {
      ...planNotice({ kind: turn.kind, plan }),
      url: planPath(plan),
      tag: `plan-${turn.officeId}`,
      level: null,
      emergency: false,
      drill: false,
      quiet: true,
      at: toJapanIso(at),
    }
    return [{ companyId: turn.companyId, userId, at, payload }]
  })

const forecastProblemOf = async ({ db }: Context, turn: PlanTurn, now: Date): Promise<ForecastProblem | null> => {
  const { basis, why } = await readPlan(db, turn, { scope: wholeSite, date: turn.date, now })
  return basis === 'forecast' ? null : (why ?? 'unreached')
}

/**
 * Queues the mails and notices of a day's plan: with names and a link for those who may see the site or a group, and without for other
 * addresses. Nothing is sent without a forecast.
 * @param db the transaction that the turn is taken in
 */
export const sendPlan = async (context: Context, db: Db, turn: PlanTurn, recipients: PlanRecipients, now: Date): Promise<PlanOutcome> => {
  const problem = await forecastProblemOf(context, turn, now)
  if (problem !== null) return { problem }
  const { site, groups, outside, readers } = recipients
  const mails: OutgoingMail[] = []
  const plans = new Map<number | null, Composed>()
  const isForSite = site.length > 0 || readers.some(({ groupId }) => groupId === null)
  if (isForSite) plans.set(null, await compose(context, turn, now, { scope: wholeSite, isNamed: true, hasLink: true }))
  for (const groupId of new Set([...groups.keys(), ...readers.flatMap((reader) => reader.groupId ?? [])]))
    plans.set(groupId, await compose(context, turn, now, { scope: ofGroup(turn.companyId, groupId), isNamed: true, hasLink: true }))
  for (const [groupId, composed] of plans) {
    const to = groupId === null ? site : (groups.get(groupId) ?? [])
    if (to.length > 0) mails.push(mailOf(turn, now, to, composed))
  }
  if (outside.length > 0) {
    const composed = await compose(context, turn, now, { scope: wholeSite, isNamed: false, hasLink: false })
    mails.push(...outside.map((address) => mailOf(turn, now, [address], composed)))
  }
  await queueMails(db, mails)
  const reached = await queuePush({ db, config: context.config }, noticesOf(turn, now, recipients, plans))
  const byPushAlone = readers.filter(({ userId, email }) => email === null && reached.has(userId)).length
  return { sentTo: mails.reduce((sum, { recipients: own }) => sum + own.to.length, 0) + byPushAlone }
}
