import type { Plan, PlanLimit, PlanRestHour } from '@mimamori/contract'
import type { Content, ContentSvg, ContentText, Margins, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../printing/colours.ts'
import { drawing, type Point, svgLines, svgMark, svgRect, svgText } from '../../printing/svg.ts'
import { hourColumns, type HourColumns, sheetWidth, tableWidths } from './sheet-columns.ts'

type Group = Plan['groups'][number]
type Sign = 1 | 2 | 3

/** Minutes of rest that mean to stop. */
const stop = 60

/** The sign of an hour's rest, which shows in black and white by its shape and digit; null where none is to take. */
const signOf = (restMinutes: number | null): Sign | null => {
  if (restMinutes === null || restMinutes === 0) return null
  if (restMinutes >= stop) return 3
  return restMinutes > 15 ? 2 : 1
}

const heights = { own: 27, sub: 15 } as const
const stripe = 4
const stripeColour = '#E7A9A3'

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Slanting lines over a cell: it is seen without its colour. */
const hatch = ({ left, top, width, height }: Box): string => {
  const lines: (readonly [Point, Point])[] = []
  for (let at = stripe; at < width + height; at += stripe) {
    const [from, to] = [Math.max(0, at - height), Math.min(width, at)]
    lines.push([
      [left + from, top + at - from],
      [left + to, top + at - to],
    ])
  }
  return svgLines(lines, { colour: stripeColour, width: 0.5 })
}

/** The minutes under their sign; beside it in a row of people who are not acclimatised, without it where the hours are narrow. */
const signedMinutes = (sign: Sign, text: string, { left, top, width, height }: Box, isSub: boolean): string[] => {
  const size = Math.min(9, width / 2.4)
  const middle = left + width / 2
  const foot = top + height / 2 + size * 0.36
  if (!isSub) {
    const markSize = Math.min(11, width * 0.7)
    return [
      svgMark(sign, middle - markSize / 2, top + 2, markSize),
      svgText(middle, top + height - 4, text, { size, isBold: true, anchor: 'middle' }),
    ]
  }
  if (width < 26) return [svgText(middle, foot, text, { size, isBold: true, anchor: 'middle' })]
  const markSize = 8
  const begin = middle - (markSize + 1.5 + size * (sign === 3 ? 2 : 1.15)) / 2
  return [
    svgMark(sign, begin, top + (height - markSize) / 2, markSize),
    svgText(begin + markSize + 1.5, foot, text, { size, isBold: true }),
  ]
}

const cellOf = ({ restMinutes, wbgt, workMinutes }: PlanRestHour, box: Box, isSub: boolean): string[] => {
  const { left: x, top: y, width, height } = box
  // A blank would read as an hour without a rest.
  if (wbgt === null && workMinutes > 0)
    return [svgText(x + width / 2, y + height / 2 + 3, '―', { size: 8, colour: colours.second, anchor: 'middle' })]
  const sign = signOf(restMinutes)
  if (sign === null) return []
  return [
    ...(sign === 3 ? [svgRect({ x, y, width, height }, { fill: colours.tintLevel3 }), hatch(box)] : []),
    ...signedMinutes(sign, sign === 3 ? '中止' : `${restMinutes}`, box, isSub),
  ]
}

/** The hours of a group, and under them those of its people who are not acclimatised: one drawing, so that both stay together. */
const hoursDrawing = (plan: Plan, { unacclimatised, ...own }: Group, columns: HourColumns): ContentSvg => {
  const height = heights.own + (unacclimatised === null ? 0 : heights.sub)
  const edges = svgLines(
    Array.from({ length: plan.hours.length + 1 }, (_, index): readonly [Point, Point] => [
      [index * columns.width, 0],
      [index * columns.width, height],
    ]),
  )
  const places = new Map(plan.hours.map(({ at }, index) => [at, index]))
  const cells = (hours: readonly PlanRestHour[], isSub: boolean) =>
    hours.flatMap((hour) => {
      const index = places.get(hour.at)
      const [top, rowHeight] = isSub ? [heights.own, heights.sub] : [0, heights.own]
      return index === undefined ? [] : cellOf(hour, { left: index * columns.width, top, width: columns.width, height: rowHeight }, isSub)
    })
  return drawing(columns.right - columns.left, height, [edges, ...cells(own.hours, false), ...cells(unacclimatised?.hours ?? [], true)])
}

const headingDrawing = (plan: Plan, columns: HourColumns): ContentSvg => {
  const size = Math.min(9, columns.width / 2.6)
  return drawing(
    columns.right - columns.left,
    14,
    plan.hours.map(({ hour }, index) => svgText((index + 0.5) * columns.width, 10, `${hour}時`, { size, isBold: true, anchor: 'middle' })),
  )
}

const aboveWords = ({ hoursAbove }: Pick<PlanLimit, 'hoursAbove'>, top: number): ContentText => ({
  alignment: 'right',
  margin: [0, top, 0, 0],
  lineHeight: 0.8,
  text:
    hoursAbove === 0
      ? [{ text: '－', color: colours.second, fontSize: 12 }]
      : [
          { text: `${hoursAbove}`, bold: true, fontSize: 12 },
          { text: ' 時間', fontSize: 8 },
        ],
})

/** 28, or 25.5 where the clothing takes off less than a degree. */
const degrees = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(1))

const limitWords = ({ limit }: Pick<PlanLimit, 'limit'>, fontSize: number, top: number): ContentText => ({
  text: degrees(limit),
  bold: true,
  fontSize,
  lineHeight: 0.8,
  alignment: 'right',
  margin: [0, top, 6, 0],
})

const groupRow = (plan: Plan, group: Group, columns: HourColumns): TableCell[] => {
  const { unacclimatised: sub } = group
  return [
    {
      margin: [0, 2, 0, 0],
      stack: [
        { text: group.groupName ?? 'グループなし', bold: true, fontSize: 10, lineHeight: 0.85 },
        {
          text: [group.placeName, group.acclimatised ? null : '慣れていない班'].filter(Boolean).join('・'),
          fontSize: 8,
          color: colours.second,
          lineHeight: 0.85,
        },
        ...(sub === null ? [] : [{ text: `└ 慣れていない ${sub.people}人`, fontSize: 8, margin: [4, 4, 0, 0] satisfies Margins }]),
      ],
    },
    { stack: [limitWords(group, 10, 7), ...(sub === null ? [] : [limitWords(sub, 9, 8)])] },
    hoursDrawing(plan, group, columns),
    { stack: [aboveWords(group, 6), ...(sub === null ? [] : [aboveWords(sub, 4)])] },
  ]
}

const legendDrawing = (): ContentSvg =>
  drawing(150, 12, [
    svgMark(1, 4, 1, 10),
    svgText(18, 9, '15分', { size: 8 }),
    svgMark(2, 44, 1, 10),
    svgText(58, 9, '30・45分', { size: 8 }),
    svgMark(3, 108, 1, 10),
    svgText(122, 9, '中止', { size: 8 }),
  ])

/** A table of blanks would read as a day without rests. */
const withoutHeat = '暑さが分からないため、休憩の表はありません。当日に測った暑さ指数（WBGT）で判断してください。'

/** Rests an hour by group, in the columns of the curve; the heading is repeated where it continues on another sheet. */
export const planRests = (plan: Plan): Content => {
  if (plan.peak === null) return { text: withoutHeat, fontSize: 10, margin: [0, 4, 0, 4] }
  const columns = hourColumns(plan)
  const heading: TableCell[] = [
    { text: '班・場所', fontSize: 9 },
    { text: '基準値', fontSize: 9, alignment: 'right', margin: [0, 0, 4, 0] },
    headingDrawing(plan, columns),
    { text: '超える', fontSize: 9, bold: true, alignment: 'right' },
  ]
  const title: TableCell[] = [
    {
      colSpan: 4,
      margin: [0, 2, 0, 2],
      columns: [
        {
          width: '*',
          text: [
            { text: '1時間あたりの休憩', bold: true, fontSize: 12 },
            {
              text: `　分（目安）。空欄は基準値以下の時間${plan.hours.some(({ site }) => site === null) ? '、―は予測のない時間' : ''}`,
              fontSize: 8,
              color: colours.second,
            },
          ],
        },
        { width: 150, margin: [0, 3, 0, 0], ...legendDrawing() },
      ],
    },
    '',
    '',
    '',
  ]
  return {
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : line <= 2 ? 1 : 0.6),
      vLineWidth: () => 0,
      hLineColor: (line) => (line <= 2 ? colours.ink : colours.control),
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: (row) => (row < 2 ? 2 : 0),
      paddingBottom: (row) => (row < 2 ? 2 : 0),
    },
    table: {
      headerRows: 2,
      keepWithHeaderRows: 2,
      dontBreakRows: true,
      widths: [
        tableWidths.group,
        tableWidths.limit,
        sheetWidth - tableWidths.group - tableWidths.limit - tableWidths.above,
        tableWidths.above,
      ],
      body: [title, heading, ...plan.groups.map((group) => groupRow(plan, group, columns))],
    },
  }
}
