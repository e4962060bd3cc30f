import type { Plan } from '@mimamori/contract'
import { longDate } from '@mimamori/contract/time-words'
import type { Content, ContentCanvas, ContentText, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { paperFont } from '../../../platform/pdf/paper-font.ts'
import { colours } from '../../printing/colours.ts'
import { planCurve } from './plan-curve.ts'
import { otherParts, peopleAndProcedures, signatures } from './people-parts.ts'
import { planRests } from './plan-rests.ts'
import type { PlanSheet } from './plan-sheet.ts'
import {
  announcedWords,
  clockWords,
  dayAndClockWords,
  dayWords,
  errorWords,
  gapWords,
  longHeatWords,
  nothingAnnouncedWords,
  sourceWords,
} from '../plan-words.ts'
import { sheetWidth, side } from './sheet-columns.ts'

const [top, bottom] = [70, 38]

const titleOf = ({ date }: Plan): string => `${longDate(date)}の暑さと休憩`

const titleWidth = 326

/** Long names of sites get smaller letters, so that the head stays as high as it is. */
const officeLetters = (name: string): { readonly text: string; readonly fontSize: number } => {
  if (name.length <= 19) return { text: name, fontSize: 10.5 }
  if (name.length <= 44) return { text: name, fontSize: 8.5 }
  return { text: name.length > 54 ? `${name.slice(0, 54)}…` : name, fontSize: 7.5 }
}

/** The day and the site, at the head of every sheet. */
const headOf = ({ plan, peopleCount }: PlanSheet): Content => ({
  stack: [
    {
      margin: [side, 22, side, 0],
      columns: [
        { width: titleWidth, text: titleOf(plan), bold: true, fontSize: 23 },
        {
          width: '*',
          alignment: 'right',
          lineHeight: 0.9,
          stack: [
            { ...officeLetters(plan.officeName), bold: true },
            { text: peopleCount === null ? '朝礼用' : `朝礼用　${peopleCount}人`, fontSize: 9, color: colours.second },
          ],
        },
      ],
    },
    {
      absolutePosition: { x: side, y: 58 },
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: sheetWidth, y2: 0, lineWidth: 2, lineColor: colours.ink }],
    },
  ],
})

const warningSign = (): ContentCanvas & { readonly width: number } => ({
  width: 26,
  margin: [0, 4, 0, 0],
  canvas: [
    {
      type: 'polyline',
      closePath: true,
      lineWidth: 1.6,
      lineJoin: 'round',
      lineColor: colours.ink,
      points: [
        { x: 10, y: 1 },
        { x: 20, y: 19 },
        { x: 0, y: 19 },
      ],
    },
    { type: 'line', x1: 10, y1: 7, x2: 10, y2: 13, lineWidth: 1.6, lineCap: 'round', lineColor: colours.ink },
    { type: 'ellipse', x: 10, y: 16, r1: 0.9, r2: 0.9, color: colours.ink },
  ],
})

const peakWords = ({ hoursFrom28, basis }: Plan, { wbgt }: NonNullable<Plan['peak']>): ContentText => ({
  alignment: 'right',
  text: [
    { text: basis === 'measured' ? '測った最高 ' : '現場の最高 ', fontSize: 9 },
    { text: wbgt.toFixed(1), bold: true, fontSize: 21 },
    { text: ' ℃　28以上 ', fontSize: 9 },
    { text: `${hoursFrom28}`, bold: true, fontSize: 21 },
    { text: ' 時間', fontSize: 9 },
  ],
})

const announcementWords = (plan: Plan): Content => {
  const announced = announcedWords(plan)
  const gap = gapWords(plan)
  const title = announced?.title ?? gap?.title ?? `熱中症警戒アラートの${nothingAnnouncedWords(plan)}`
  const hint = [announced?.hint, gap?.hint].filter((words) => words !== undefined).join('　')
  return {
    columns: [
      ...(announced === null ? [] : [warningSign()]),
      {
        width: '*',
        stack: [
          { text: title, bold: true, fontSize: announced === null ? 11 : 14, lineHeight: 1 },
          ...(hint === '' ? [] : [{ text: hint, fontSize: 8.5, color: colours.second, lineHeight: 1 }]),
        ],
      },
    ],
  }
}

/** What was announced, with the heat of the day; a thick frame where something was. */
const announcement = (plan: Plan): Content => {
  const thickness = plan.publicAlert.level === null ? 0.8 : 2
  const cells: TableCell[] = [announcementWords(plan), ...(plan.peak === null ? [] : [peakWords(plan, plan.peak)])]
  return {
    margin: [0, 0, 0, 6],
    layout: {
      hLineWidth: () => thickness,
      vLineWidth: (line) => (line > 0 && line < cells.length ? 0 : thickness),
      hLineColor: () => colours.ink,
      vLineColor: () => colours.ink,
      paddingLeft: () => 12,
      paddingRight: () => 12,
      paddingTop: () => 7,
      paddingBottom: () => 7,
    },
    table: { widths: ['*', ...(plan.peak === null ? [] : [190])], body: [cells] },
  }
}

const heatPart = (plan: Plan): Content[] => {
  const curve = planCurve(plan)
  const longHeat = longHeatWords(plan)
  const isInterpolated = plan.hours.some((hour) => hour.isInterpolated)
  const error = plan.basis === 'forecast' ? [{ text: `予測のはずれ：${errorWords(plan)}`, fontSize: 8, color: colours.second }] : []
  const hint = `${sourceWords(plan)}${isInterpolated ? '。白い点は前後から補った値' : ''}`
  return [
    ...(longHeat === null ? [] : [{ text: longHeat, bold: true, fontSize: 10, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...(curve === null
      ? []
      : [
          {
            text: [
              { text: '時刻ごとの暑さ', bold: true, fontSize: 12 },
              { text: `　${hint}`, fontSize: 8, color: colours.second },
            ],
          },
          ...error,
          curve,
        ]),
  ]
}

/** Of which forecast it is: 2026年7月22日 5:30の予測. */
const issuedWords = ({ basis, issuedAt }: Plan): string => {
  if (basis !== 'forecast' || issuedAt === null) return '予測ではありません　見守り'
  return `${dayWords(issuedAt.slice(0, 10))} ${clockWords(issuedAt)}の予測　見守り`
}

const printedWords = ({ printedBy, printedAt }: PlanSheet): string =>
  printedBy === null ? `作成 ${dayAndClockWords(toJapanIso(printedAt))}` : `印刷 ${dayAndClockWords(toJapanIso(printedAt))}　${printedBy}`

/** The sheet for a morning meeting, A4 portrait: it reads in black and white, and says nobody's reasons. */
export const planPaper = (sheet: PlanSheet): TDocumentDefinitions => {
  const { plan } = sheet
  return {
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [side, top, side, bottom],
    language: 'ja-JP',
    displayTitle: true,
    info: { title: `${titleOf(plan)} ${plan.officeName}`, creator: '見守り', producer: '見守り', creationDate: sheet.printedAt },
    defaultStyle: { font: paperFont, fontSize: 9, color: colours.ink },
    // pdfmake writes into what it is given, so that each sheet needs a head of its own.
    header: () => headOf(sheet),
    footer: (page, pages) => ({
      margin: [side, 10, side, 0],
      fontSize: 8,
      color: colours.second,
      columns: [
        { width: '*', text: issuedWords(plan) },
        { width: 'auto', text: printedWords(sheet) },
        { width: '*', alignment: 'right', text: `${page} / ${pages}` },
      ],
    }),
    content: [announcement(plan), ...heatPart(plan), planRests(plan), ...peopleAndProcedures(sheet), otherParts(sheet), signatures(sheet)],
  }
}
