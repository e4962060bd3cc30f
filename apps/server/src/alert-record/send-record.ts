import type { FastifyReply } from 'fastify'
import type { Context } from '../platform/context.ts'
import { drawPdf } from '../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../platform/pdf/send-pdf.ts'
import type { Actor } from '../platform/route.ts'
import { whileWaitedFor } from '../platform/while-waited-for.ts'
import { readRecord } from './record.ts'
import type { RecordPaper } from './record-paper.ts'

const paper = { module: new URL('./record-paper.ts', import.meta.url).href, name: 'recordPaper' }

/**
 * Answers with the record of an alert as PDF: what its screen shows to the same person.
 * @throws Refusal 404 where the alert is not in scope
 */
export const sendRecord = async (context: Context, actor: Actor, alertId: number, reply: FastifyReply): Promise<void> => {
  const record = await readRecord(context, actor, alertId)
  const data: RecordPaper = { record, printedBy: actor.fullName, printedAt: context.clock() }
  const day = record.episode.startedAt.slice(0, 10).replaceAll('-', '')
  const name = `${record.episode.drill === '1' ? '訓練' : 'アラート'}の記録_${day}_${alertId}.pdf`
  await whileWaitedFor(reply, async (leaving) => sendPdf(reply, name, await drawPdf(paper, data, leaving)))
}
