import { labels, type logbook, logbookUnitNames, message, type QueryOf } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import { sendCsv } from '../../../platform/exchange/csv-out.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../../platform/pdf/send-pdf.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { safeName } from '../files/zip-names.ts'
import { parseSpan } from './parse-span.ts'
import { openBook } from './book.ts'
import { logbookColumns } from './csv-columns.ts'
import { answered } from './line.ts'
import type { LogbookPaper } from './logbook-paper.ts'
import { findSite, publicDevice } from './site.ts'

/** Lines that one PDF holds at most: some seventy pages. */
export const mostPaperLines = 3_000

const counted = (lines: number): string => lines.toLocaleString('ja-JP')

const tooLong = (lines: number): string =>
  `${labels.logbook.unit}：${counted(lines)}行あり、PDFにできるのは${counted(mostPaperLines)}行までです。` +
  `「${logbookUnitNames.slot}」か「${logbookUnitNames.hour}」にするか、期間を短くしてください。CSVなら全部を出せます。`

const paper = { module: new URL('logbook-paper.ts', import.meta.url).href, name: 'logbookPaper' }

const deviceName = (device: string | undefined): string =>
  device === undefined ? 'すべて' : device === publicDevice ? '環境省の公表値' : device

/**
 * Answers with the book as a file.
 * @throws Refusal 404 for a site that the actor may not see, 400 where there is nothing to put out, or too much for paper
 */
export const sendBook = async (
  context: Context,
  actor: Actor,
  query: QueryOf<typeof logbook.download>,
  download: Download,
): Promise<void> => {
  const now = context.clock()
  const span = parseSpan(query.from, query.to, now)
  const site = await findSite(context.db, actor, query.officeId)
  const book = await openBook(context, site, { ...query, span })
  if (book.count === 0) throw badRequest(message('E005'))
  const days = query.from === query.to ? query.from : `${query.from}_${query.to}`
  const name = `暑さ指数記録簿_${safeName(site.officeName)}_${days}`
  if (query.format === 'csv') {
    await sendCsv(download, `${name}.csv`, logbookColumns, book.pieces())
    return
  }
  if (book.count > mostPaperLines) throw badRequest(tooLong(book.count))
  const lines = await book.page(0, mostPaperLines)
  const data: LogbookPaper = {
    ...site,
    from: query.from,
    to: query.to,
    device: deviceName(query.device),
    unit: query.unit,
    lines: lines.map(answered),
    printedBy: actor.fullName,
    printedAt: now,
  }
  await whileWaitedFor(download.reply, async (leaving) => sendPdf(download, `${name}.pdf`, await drawPdf(paper, data, leaving)))
}
