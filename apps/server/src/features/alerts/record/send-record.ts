import type { FastifyReply } from 'fastify'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import type { Requester } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { readRecord } from './record.ts'
import type { RecordPaper } from './record-paper.ts'
import { findSubject } from './store.ts'

type Call = Requester & { readonly reply: FastifyReply }

const paper = { module: new URL('./record-paper.ts', import.meta.url).href, name: 'recordPaper' }

/**
 * Answers with the record of an alert as PDF: what its screen shows to the same person.
 * @throws Refusal 404 where the alert is not in scope
 */
export const sendRecord = async (context: Context, call: Call, alertId: number): Promise<void> => {
  const { actor, reply } = call
  const subject = await findSubject(context.db, actor, alertId)
  if (subject === undefined) throw notFound()
  const record = await readRecord(context, actor, alertId)
  const data: RecordPaper = { record, printedBy: actor.fullName, printedAt: context.clock() }
  const day = record.episode.startedAt.slice(0, 10).replaceAll('-', '')
  const name = `${record.episode.drill === '1' ? '訓練' : 'アラート'}の記録_${day}_${alertId}.pdf`
  const download = recordedDownload(context, call, {
    resource: 'alertRecord',
    filter: { fullName: record.episode.fullName, alertId },
    officeId: subject.office_id,
    companyId: subject.company_id,
  })
  await whileWaitedFor(reply, async (leaving) => sendPdf(download, name, await drawPdf(paper, data, leaving)))
}
