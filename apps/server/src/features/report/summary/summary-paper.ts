import { alertKindNames, isDeviceAlarm } from '@mimamori/contract/alert'
import type { SafetySummary } from '@mimamori/contract'
import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { legend } from '../../../shared/printing/marks.ts'
import { contentHeight, contentWidth, partHeading, sheet } from '../../../shared/printing/sheet.ts'
import { japanDayAndClock } from '../../../platform/japan-time.ts'
import { dayBars, greyLegend, heatGrid, hourBars, wbgtLine } from './paper-charts.ts'
import { outcomeBars, responseBars } from './paper-answers.ts'
import { keyRow } from './paper-key-figures.ts'
import { note } from './paper-table.ts'
import { emergenciesTable, exposureTable, groupsTable, placesTable } from './paper-tables.ts'
import { brokenInto, monthText, publicAlertsText } from './paper-words.ts'

/** What the paper of a month is drawn from. */
export type SummaryPaper = { readonly summary: SafetySummary; readonly printedBy: string; readonly printedAt: Date }

/** Every kind that occurred, those without a level too; alarms of devices in one, so that all find room. */
const kindsLine = ({ kinds }: SafetySummary): ContentText => {
  const names = kinds.map(({ kind, count }) => ({ name: isDeviceAlarm(kind) ? '機器の警報' : alertKindNames[kind], count }))
  const occurred = [...Map.groupBy(names, ({ name }) => name)]
    .map(([name, all]) => ({ name, count: all.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0)
  return {
    fontSize: 8,
    margin: [0, 3, 0, 0],
    text: [
      { text: 'アラートの種類　', color: colours.second },
      { text: occurred.length === 0 ? 'なし' : occurred.map(({ name, count }) => `${name} ${count}件`).join('・') },
    ],
  }
}

const width = contentWidth('portrait')
const announcedSize = 8
const announcedHeading = '公表されたアラート　'

/** What the ministry announced, by level, with its days: one or two lines, none of a site without a station. */
const announcedLines = ({ publicAlerts }: SafetySummary): string[] =>
  publicAlerts === null ? [] : brokenInto(`${announcedHeading}${publicAlertsText(publicAlerts)}`, { width, size: announcedSize, lines: 2 })

const announced = (summary: SafetySummary): Content[] =>
  announcedLines(summary).map((line) => {
    const isFirst = line.startsWith(announcedHeading.trimEnd())
    const words = isFirst ? line.slice(announcedHeading.length) : line
    return {
      fontSize: announcedSize,
      margin: [0, isFirst ? 2 : 0, 0, 0],
      text: [...(isFirst ? [{ text: announcedHeading, color: colours.second }] : []), words],
    }
  })

const gap = 14
const leftWidth = 338
const rightWidth = width - leftWidth - gap

const heatHint = ({ heat: { longStretches, longDays } }: SafetySummary) =>
  `1時間以上続いた ${longStretches}回・4時間を超えた日 ${longDays}日`

// Columns within columns have the gap of those around them, unless they say their own.
const alertsHeading = (): Content => ({
  columnGap: 0,
  columns: [
    { width: '*', stack: [partHeading('日ごとのアラート', '件')] },
    { width: 'auto', margin: [0, 11, 0, 0], ...legend(['emergency', 3, 2, 1]) },
  ],
})

// Not the usual heading: beside it is the legend of the greys.
const gridHeading: Content = {
  columnGap: 0,
  columns: [
    { width: '*', stack: [partHeading('日と時刻のWBGT', '白は記録なし')] },
    { width: 168, margin: [0, 10, 0, 0], stack: [greyLegend()] },
  ],
}

const charts = (summary: SafetySummary): Content => {
  const { days, hours, outcomes, response, totals } = summary
  const hasAlerts = Object.values(totals).some((count) => count > 0)
  const isKnown = days.some(({ wbgtMax }) => wbgtMax !== null)
  const byDay: Content[] = [
    alertsHeading(),
    hasAlerts ? dayBars(days, leftWidth, 98) : note('アラートはありませんでした。'),
    partHeading('日ごとのWBGT最高', isKnown ? `℃・${heatHint(summary)}` : '℃'),
    ...(isKnown ? [wbgtLine(days, leftWidth, 72), gridHeading, heatGrid(days, leftWidth, 3.2)] : [note('暑さ指数の記録がありません。')]),
  ]
  const hasAnswersDue = response.asked > 0
  const beside: Content[] = [
    partHeading('時刻ごとの警戒以上', '件・始まった時刻'),
    hasAnswersDue ? hourBars(hours, rightWidth, 80) : note('警戒以上のアラートはありませんでした。'),
    ...(hasAnswersDue ? [partHeading('確認までの時間', `警戒以上 ${response.asked}件`), responseBars(response, rightWidth)] : []),
    partHeading('結果', `注意も含め、人が完了にした ${outcomes.reduce((sum, { count }) => sum + count, 0)}件`),
    outcomeBars(outcomes, rightWidth),
  ]
  return {
    columnGap: gap,
    columns: [
      { width: leftWidth, stack: byDay },
      { width: rightWidth, stack: beside },
    ],
  }
}

const placesWidth = 278
const groupsWidth = width - placesWidth - gap

/** The height above the lines of the last tables, pt: with notes and kinds on two lines. */
const aboveLastLines = 600
const linePitch = 15.2
const placeLines = 6
/** Of a line of what was announced. */
const announcedHeight = 12

/** @param lines that the last tables may take */
const tables = (summary: SafetySummary, lines: number): Content[] => {
  const { places, groups, exposure, strain, emergencies } = summary
  return [
    {
      columnGap: gap,
      columns: [
        { width: placesWidth, stack: [partHeading('場所ごと'), placesTable(places, placesWidth, placeLines)] },
        { width: groupsWidth, stack: [partHeading('グループごと', '件'), groupsTable(groups, groupsWidth, placeLines)] },
      ],
    },
    {
      columnGap: gap,
      columns: [
        {
          width: leftWidth,
          stack: [partHeading('緊急の記録', `${emergencies.length}件`), emergenciesTable(emergencies, leftWidth, lines)],
        },
        {
          width: rightWidth,
          stack: [partHeading('暑さの中にいた時間', '長い順'), exposureTable(exposure, strain.count, rightWidth, lines)],
        },
      ],
    },
  ]
}

/** The month of a site on one sheet to pin up. */
export const safetySummaryPaper = ({ summary, printedBy, printedAt }: SummaryPaper): TDocumentDefinitions => {
  const names = summary.emergencies.length > 0 || summary.exposure.people.length > 0
  const head = {
    title: `熱中症対策 月次まとめ　${monthText(summary.month)}`,
    facts: [
      { name: '拠点', value: summary.officeName },
      { name: '会社', value: summary.companyName },
      { name: '作業者', value: `${summary.people}人` },
      ...(summary.isRunning ? [{ name: '途中', value: `${japanDayAndClock(printedAt)}まで` }] : []),
      ...(names ? [{ name: '取扱い', value: '氏名入り' }] : []),
    ],
    orientation: 'portrait',
  } as const
  // Whatever the names take, the paper stays one sheet.
  const above = aboveLastLines + announcedLines(summary).length * announcedHeight
  const lines = Math.floor((contentHeight(head) - above) / linePitch)
  return sheet({
    ...head,
    printedBy,
    printedAt,
    content: [keyRow(summary), kindsLine(summary), ...announced(summary), charts(summary), ...tables(summary, lines)],
  })
}
