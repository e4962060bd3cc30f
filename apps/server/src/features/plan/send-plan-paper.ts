import type { plan, QueryOf } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { planPaperSource } from '../../shared/plan/paper/plan-sheet.ts'
import { readPlanSheet } from '../../shared/plan/paper/read-plan-sheet.ts'
import { planScopeOf } from '../../shared/plan/plan-people.ts'
import { readPlan } from '../../shared/plan/read-plan.ts'

type Call = Requester & { readonly reply: FastifyReply; readonly query: QueryOf<typeof plan.paper> }

/**
 * Answers with the sheet for a morning meeting: to a leader with their group.
 * @throws Refusal 404 where the site is not the actor's, 400 for a day that is not planned
 */
export const sendPlanPaper = async (context: Context, call: Call): Promise<void> => {
  const { db, clock } = context
  const { actor, query, reply } = call
  const now = clock()
  const site = await findSite(db, actor, query.officeId)
  const scope = planScopeOf(actor)
  const plan = await readPlan(db, site, { date: query.date, scope, now })
  const data = await readPlanSheet(db, site, { plan, scope, isNamed: true, isCounted: true, now, printedBy: actor.fullName })
  const download = recordedDownload(context, call, { resource: 'plan', filter: { date: plan.date }, officeId: site.officeId })
  const name = `暑さと休憩_${site.officeName}_${plan.date.replaceAll('-', '')}.pdf`
  await whileWaitedFor(reply, async (leaving) => sendPdf(download, name, await drawPdf(planPaperSource, data, leaving)))
}
