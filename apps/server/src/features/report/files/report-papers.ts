import type { ReportStatistic } from '@mimamori/contract'
import { type ReportType, reportTypeNames, reportTypeUnits } from '@mimamori/contract/report-types'
import type { Content, ContentStack, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { type Fact, partHeading, sheet } from '../../../shared/printing/sheet.ts'
import { highestName } from './hour-columns.ts'
import { hourTable, type PaperTable, signsOf } from './hour-table.ts'

/** Who has a paper printed, and when. */
export type Printed = { readonly printedBy: string; readonly printedAt: Date }

export type ReportPaper = Printed & {
  readonly title: string
  readonly facts: readonly Fact[]
  /** What the lines are of. */
  readonly headName: '日' | '作業者'
  readonly tables: readonly PaperTable[]
}

const headWidths = { 日: 46, 作業者: 104 } as const

/** 最大 or 平均, as far as the type leaves it open. */
export const statisticName = (type: ReportType, statistic: ReportStatistic): string => {
  if (type === 5) return '1時間のうち受信のあった分'
  return type === 3 || statistic === 'max' ? '1時間の最大' : '1時間の平均'
}

/** The type with its unit. */
export const typeTitle = (type: ReportType): string => {
  const unit = reportTypeUnits[type]
  return unit === null ? reportTypeNames[type] : `${reportTypeNames[type]}（${unit}）`
}

const hintOf = ({ type, statistic }: PaperTable): string => {
  const steps = type === 2 ? '。危険は3.0以上、警戒は1.0以上、注意は0以上' : ''
  return `${statisticName(type, statistic)}${steps}。下線は${highestName(type, statistic) === '最大' ? '一日の最大' : '平均の最大'}、空欄は測定なし`
}

/** The head of a part. Once the pages are laid out, pdfmake has written its position into it. */
type PartHead = ContentStack & { readonly positions?: readonly { readonly pageNumber: number }[] }

const headOf = (table: PaperTable, index: number): PartHead => ({
  stack: [partHeading(typeTitle(table.type), hintOf(table))],
  ...(index > 0 && { pageBreak: 'before' as const }),
})

const part = (paper: ReportPaper, table: PaperTable, head: PartHead): Content[] => {
  const isEmpty = table.lines.every(({ data }) => data.every((value) => value === null))
  return [head, isEmpty ? { text: 'この期間のデータはありません。' } : hourTable(table, paper.headName, headWidths[paper.headName])]
}

/** A report on paper: a part for each type, each beginning on a sheet of its own. */
export const reportPaper = (paper: ReportPaper): TDocumentDefinitions => {
  const parts = paper.tables.map((table, index) => ({
    table,
    signs: signsOf(table.type, table.lines),
    head: headOf(table, index),
  }))
  const found = new Set(parts.flatMap(({ signs }) => signs))
  const all = (['emergency', 3, 2, 1, 0, 'silent', 'noHeartRate'] as const).filter((sign) => found.has(sign))
  const signsOn = (page: number) => parts.findLast(({ head }) => (head.positions?.[0]?.pageNumber ?? 1) <= page)?.signs ?? all
  return sheet({
    ...paper,
    orientation: 'landscape',
    ...(all.length > 0 && { legend: { signs: all, signsOn } }),
    content: parts.flatMap(({ table, head }) => part(paper, table, head)),
  })
}

/** Where the thread that draws finds `reportPaper`. */
export const reportPaperSource = { module: import.meta.url, name: reportPaper.name } as const
