import type { Plan } from '@mimamori/contract'
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
  seesPersonalLimits: true,
})

type Reading = { readonly scope: PlanScope; readonly isNamed: boolean; readonly hasLink: boolean }

/** The plan as mail and sheet for one kind of recipient. */
const compose = async (context: Context, turn: PlanTurn, now: Date, known: Plan, { scope, isNamed, hasLink }: Reading) => {
  const { db, config } = context
  const isCounted = isNamed || known.peopleCount >= fewestPeople
  const plan = isCounted ? known : withoutCounts(known)
  const sheet = await readPlanSheet(db, turn, { plan, scope, isNamed, isCounted, now, printedBy: null })
  const file: MailFile = {
    name: `暑さと休憩_${plan.officeName}_${plan.date.replaceAll('-', '')}.pdf`,
    mediaType: 'application/pdf',
    content: await drawPdf(planPaperSource, sheet, undefined, 'behind'),
  }
  return { file, ...planMail({ kind: turn.kind, plan, publicUrl: hasLink ? config.publicUrl : undefined, isCounted }) }
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
const noticesOf = (turn: PlanTurn, at: Date, { readers }: PlanRecipients, plans: ReadonlyMap<number | null, Plan>): OutgoingPush[] =>
  readers.flatMap(({ userId, groupId }) => {
    const plan = plans.get(groupId)
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

/**
 * Queues the mails and notices of a day's plan: with names and a link for those who may see the site or a group, and without for other
 * addresses. Nothing is sent without a forecast.
 * @param db the transaction that the turn is taken in
 */
export const sendPlan = async (context: Context, db: Db, turn: PlanTurn, recipients: PlanRecipients, now: Date): Promise<PlanOutcome> => {
  const planIn = (scope: PlanScope) => readPlan(context.db, turn, { scope, date: turn.date, now })
  const { site, groups, outside, readers } = recipients
  const ofSite = await planIn(wholeSite)
  if (ofSite.basis !== 'forecast') return { problem: ofSite.why ?? 'unreached' }
  const mails: OutgoingMail[] = []
  const addMail = async (to: readonly string[], plan: Plan, scope: PlanScope) => {
    if (to.length > 0) mails.push(mailOf(turn, now, to, await compose(context, turn, now, plan, { scope, isNamed: true, hasLink: true })))
  }
  await addMail(site, ofSite, wholeSite)
  const plans = new Map<number | null, Plan>([[null, ofSite]])
  for (const groupId of new Set([...groups.keys(), ...readers.flatMap((reader) => reader.groupId ?? [])])) {
    const scope = ofGroup(turn.companyId, groupId)
    const plan = await planIn(scope)
    plans.set(groupId, plan)
    await addMail(groups.get(groupId) ?? [], plan, scope)
  }
  if (outside.length > 0) {
    const composed = await compose(context, turn, now, ofSite, { scope: wholeSite, isNamed: false, hasLink: false })
    mails.push(...outside.map((address) => mailOf(turn, now, [address], composed)))
  }
  await queueMails(db, mails)
  const reached = await queuePush({ db, config: context.config }, noticesOf(turn, now, recipients, plans))
  const byPushAlone = readers.filter(({ userId, email }) => email === null && reached.has(userId)).length
  return { sentTo: mails.reduce((sum, { recipients: own }) => sum + own.to.length, 0) + byPushAlone }
}
