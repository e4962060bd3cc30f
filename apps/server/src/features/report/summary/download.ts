import { isEmptyMonth, message } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../../platform/pdf/send-pdf.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { readSafetySummary } from './read-summary.ts'
import type { SummaryPaper } from './summary-paper.ts'

const source = { module: new URL('summary-paper.ts', import.meta.url).href, name: 'safetySummaryPaper' }

/**
 * Answers with the month of a site as one sheet.
 * @throws Refusal as the summary itself, and 400 E005 where the month is empty
 */
export const sendSafetySummary = async (
  context: Context,
  actor: Actor,
  query: { readonly officeId: number; readonly month: string },
  download: Download,
): Promise<void> => {
  const summary = await readSafetySummary(context, actor, query)
  if (isEmptyMonth(summary)) throw badRequest(message('E005'))
  const paper: SummaryPaper = { summary, printedBy: actor.fullName, printedAt: context.clock() }
  const name = `熱中症対策_月次まとめ_${summary.officeName}_${summary.month}.pdf`
  await whileWaitedFor(download.reply, async (leaving) => sendPdf(download, name, await drawPdf(source, paper, leaving)))
}
