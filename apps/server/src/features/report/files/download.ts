import { Readable } from 'node:stream'
import { type BodyOf, type DailyRow, labels, message, type Report, reportPeriods, reportTypeNames, type report } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import type { Fact } from '../../../shared/printing/sheet.ts'
import type { Context } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { ExportColumn } from '../../../platform/exchange/columns.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import { sendCsv } from '../../../platform/exchange/csv-out.ts'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../../platform/pdf/send-pdf.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { isBlank } from '../table/days.ts'
import { readReport } from '../table/table.ts'
import { dayInWords, dayOfMonth, monthInWords } from './day-words.ts'
import { dayColumns, hourColumns } from './hour-columns.ts'
import type { PaperLine } from './hour-table.ts'
import { type ReportPaper, reportPaperSource, statisticName, typeTitle } from './report-papers.ts'
import { safeName } from './zip-names.ts'

type FileRequest = BodyOf<typeof report.download>

const isMonthly = ({ period }: FileRequest) => period === reportPeriods.monthly

const workerColumns = ({ reportType, statistic }: FileRequest): readonly ExportColumn<DailyRow>[] => [
  { label: labels.report.workers, write: ({ workerName }) => workerName },
  { label: labels.report.groupId, write: ({ groupName }) => groupName ?? '' },
  { label: labels.report.officeId, write: ({ officeName }) => officeName },
  ...hourColumns(reportType, statistic),
]

const sendTable = (request: FileRequest, table: Report, name: string, download: Download): FastifyReply => {
  if (!isMonthly(request)) return sendCsv(download, `${name}.csv`, workerColumns(request), Readable.from([table.dailyData]))
  const { workerName, officeName, groupName } = table
  const columns = dayColumns(request.reportType, request.statistic, { workerName: workerName ?? '', officeName })
  return sendCsv(download, `${name}.csv`, columns, Readable.from([table.monthlyData.map((row) => ({ ...row, groupName }))]))
}

const linesOf = (request: FileRequest, { dailyData, monthlyData }: Report): PaperLine[] => {
  if (isMonthly(request)) return monthlyData.map((row) => ({ ...row, head: row.date === null ? '' : dayOfMonth(row.date) }))
  const isOfSeveral = new Set(request.officeId).size > 1
  return dailyData.map((row) => {
    const under = [row.groupName, isOfSeveral ? row.officeName : null].filter((text) => text !== null).join('　')
    return { ...row, head: row.workerName, ...(under !== '' && { under }) }
  })
}

const factsOf = (request: FileRequest, table: Report): Fact[] => {
  const { workerName, furigana, groupName, affiliation1 } = table
  const facts: (Fact | null)[] = [
    { name: '拠点', value: table.officeName },
    { name: '期間', value: isMonthly(request) ? monthInWords(table.reportDate) : dayInWords(table.reportDate) },
    { name: '種類', value: typeTitle(request.reportType) },
    workerName === null ? null : { name: '作業者', value: `${workerName}（${furigana ?? ''}）` },
    groupName === null ? null : { name: 'グループ', value: groupName },
    affiliation1 === null || affiliation1 === '' ? null : { name: '所属', value: affiliation1 },
    { name: '値', value: statisticName(request.reportType, request.statistic) },
  ]
  return facts.filter((fact) => fact !== null)
}

const sendPaper = async (
  { clock }: Context,
  actor: Actor,
  request: FileRequest,
  table: Report,
  name: string,
  download: Download,
  leaving: AbortSignal,
): Promise<void> => {
  const paper: ReportPaper = {
    title: `${reportTypeNames[request.reportType]}　${isMonthly(request) ? '月報' : '日報'}`,
    facts: factsOf(request, table),
    headName: isMonthly(request) ? '日' : '作業者',
    printedBy: actor.fullName,
    printedAt: clock(),
    tables: [{ type: request.reportType, statistic: request.statistic, lines: linesOf(request, table) }],
  }
  await sendPdf(download, `${name}.pdf`, await drawPdf(reportPaperSource, paper, leaving))
}

/**
 * Answers with a table as a file.
 * @throws Refusal what the table itself is refused for, and 400 E005 where there is nothing in it
 */
export const sendReport = async (context: Context, actor: Actor, request: FileRequest, download: Download): Promise<void> => {
  const table = await readReport(context, actor, request)
  if ([...table.dailyData, ...table.monthlyData].every(isBlank)) throw badRequest(message('E005'))
  const of = table.workerName ?? table.officeName
  const name = `${reportTypeNames[request.reportType]}_${isMonthly(request) ? '月報' : '日報'}_${safeName(of)}_${table.reportDate}`
  if (request.format === 'csv') return void (await sendTable(request, table, name, download))
  await whileWaitedFor(download.reply, (leaving) => sendPaper(context, actor, request, table, name, download, leaving))
}
