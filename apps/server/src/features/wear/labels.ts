import { type LabelSheet, message, type QueryOf, type wear } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import type { LabelPaper, PrintedLabel } from './label-paper.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { type Printed, takeCards } from './take-cards.ts'

type LabelQuery = QueryOf<typeof wear.labels>
type Call = Requester & { readonly reply: FastifyReply }

const paper = { module: new URL('./label-paper.ts', import.meta.url).href, name: 'labelPaper' }

/** Cards of a bank card's size for workers, small labels for devices. */
const standardSheets: Record<LabelQuery['kind'], LabelSheet> = { device: '24', worker: '10' }

const workerLabels = async (context: Context, requester: Requester, site: Site, of: Printed): Promise<PrintedLabel[]> =>
  (await takeCards(context, requester, site, of)).map(({ text, signInNumber, fullName, groupName, affiliation1 }) => ({
    code: text,
    title: fullName,
    lines: [[groupName, affiliation1].filter((line) => line !== null).join('　'), 'サインイン番号', signInNumber],
    isNumber: false,
  }))

const deviceLabels = async (db: Db, { companyId, officeId, officeName }: Site): Promise<PrintedLabel[]> => {
  const { rows } = await sql<{ serial: string; kind: 'vital' | 'belt' }>`
    select d.serial, d.kind from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt') order by d.kind desc, d.serial`.execute(
    db,
  )
  return rows.map(({ serial, kind }) => ({
    code: serial,
    title: serial,
    lines: [kind === 'belt' ? '安全帯' : '体調デバイス', officeName],
    isNumber: true,
  }))
}

/**
 * Answers with labels of the site's devices, or cards of its workers, on A4 sheets of labels.
 * @throws Refusal 404 where the site is not the actor's, 400 E005 where there is nothing to print
 */
export const sendLabels = async (context: Context, call: Call, query: LabelQuery): Promise<void> => {
  const site = await findSite(context.db, call.actor, query.officeId)
  const { kind, groupId, userId, skip } = query
  const labels = kind === 'worker' ? await workerLabels(context, call, site, { groupId, userId }) : await deviceLabels(context.db, site)
  if (labels.length === 0) throw badRequest(message('E005'))
  const data: LabelPaper = { labels, sheet: query.sheet ?? standardSheets[kind], skip, printedAt: context.clock() }
  const download = recordedDownload(context, call, { resource: 'wear', filter: { kind, groupId, userId }, officeId: site.officeId })
  const name = kind === 'worker' ? '作業者証' : 'タグの番号札'
  await whileWaitedFor(call.reply, async (leaving) => sendPdf(download, `${name}.pdf`, await drawPdf(paper, data, leaving)))
}
