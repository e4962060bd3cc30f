import { briefingMeansNames, type Duty, type DutyBriefing, type DutyCount, type DutyStep, procedureSteps } from '@mimamori/contract'
import { dutyLaw } from '@mimamori/contract/duty-law'
import { languageNames, languages } from '@mimamori/contract/language'
import type { Content, TDocumentDefinitions, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../shared/printing/colours.ts'
import { contentHeight, contentWidth, linesOf, partHeading, sheet } from '../../shared/printing/sheet.ts'
import { headingCell, partTable } from '../../shared/printing/table.ts'
import type { MeasuredDay } from './read-days.ts'

/** What the papers of a site's reporting line and procedures are drawn from. */
export type DutyPaper = {
  readonly duty: Duty
  readonly companyName: string
  readonly printedBy: string
  readonly printedAt: Date
}

export type InspectionPaper = DutyPaper & {
  readonly employers: readonly DutyCount[]
  /** Those who were briefed of the version in force, then those who were not. */
  readonly briefings: readonly DutyBriefing[]
  readonly days: readonly MeasuredDay[]
  /** The first and last day of what was measured, YYYY-MM-DD. */
  readonly from: string
  readonly to: string
}

export type PosterPaper = DutyPaper & { /** The address of the workers' own page. */ readonly ownPage: string }

const dayText = (day: string): string => day.replaceAll('-', '/')

const momentText = (at: string): string => `${Number(at.slice(5, 7))}/${Number(at.slice(8, 10))} ${at.slice(11, 16)}`

const factsOf = ({ duty, companyName }: DutyPaper) => [
  { name: '拠点', value: duty.officeName },
  { name: '会社', value: companyName },
  { name: '版', value: duty.version === 0 ? '未保存の案' : `${duty.version}` },
  ...(duty.validFrom === null ? [] : [{ name: '適用開始日', value: dayText(duty.validFrom) }]),
]

const headings = (...texts: string[]): TableCell[] => texts.map((text) => headingCell(text))

const lineTable = ({ line }: Duty): Content =>
  partTable({
    title: '報告の体制',
    hint: '具合の悪い人が出たとき、この順に知らせる',
    widths: [20, 150, '*', 110],
    headings: headings('', '役割', '氏名', '電話番号'),
    rows: line.map(({ role, name, phone }, index) => [`${index + 1}`, { text: role, bold: true }, name, phone ?? '']),
  })

const procedures = (duty: Duty): Content[] => [
  partHeading('手順', duty.isUsual ? '見守りの標準の文（8言語）' : '現場で定めた文'),
  { ol: procedureSteps(duty.procedures).map((text) => ({ text, margin: [0, 1, 0, 1] })) },
]

const employersTable = (employers: readonly DutyCount[]): Content =>
  partTable({
    title: '所属会社ごとの責任者と周知',
    widths: ['*', 110, 100, 40, 50, 40],
    headings: [...headings('所属会社', '責任者', '電話番号'), ...['人数', '周知済み', 'まだ'].map((text) => headingCell(text, 'right'))],
    rows: employers.map(({ affiliation, person, phone, people, briefed }) => [
      affiliation ?? '所属会社なし',
      person ?? '未登録',
      phone ?? '',
      { text: `${people}`, alignment: 'right' },
      { text: `${briefed}`, alignment: 'right' },
      { text: `${people - briefed}`, alignment: 'right', bold: people > briefed },
    ]),
  })

const briefingRow = ({ affiliation1, fullName, at, means, language, by }: DutyBriefing): TableCell[] =>
  at === null || means === null
    ? [affiliation1 ?? '', fullName, { text: 'まだ', bold: true }, '', '', '']
    : [
        affiliation1 ?? '',
        fullName,
        momentText(at),
        briefingMeansNames[means],
        languageNames[language ?? 'ja'].japanese,
        means === 'page' ? '本人が確認' : (by ?? ''),
      ]

const register = (duty: Duty, briefings: readonly DutyBriefing[]): Content =>
  partTable({
    title: '周知の記録',
    hint: duty.version === 0 ? '' : `版${duty.version}・日時は日本時間`,
    widths: [110, '*', 62, 58, 78, 100],
    headings: headings('所属会社', '氏名', '日時', '方法', '言語', '話した人'),
    rows: briefings.map(briefingRow),
  })

const value = (degrees: number | null): TableCell => ({ text: degrees === null ? '―' : degrees.toFixed(1), alignment: 'right' })

const hours = (minutes: number): TableCell => ({
  text: minutes === 0 ? '0分' : `${Math.floor(minutes / 60)}時間${String(minutes % 60).padStart(2, '0')}分`,
  alignment: 'right',
})

const measured = ({ days, from, to }: InspectionPaper): Content[] =>
  days.length === 0
    ? [partHeading('測った暑さ', `${dayText(from)}〜${dayText(to)}`), { text: 'この期間の記録はありません。' }]
    : [
        partTable({
          title: '測った暑さ',
          hint: `${dayText(from)}〜${dayText(to)}・10分ごとの記録による。詳しくは暑さ指数記録簿`,
          widths: ['*', 80, 80, 80, 90, 90],
          headings: [
            headingCell('日'),
            ...['WBGT最高（℃）', '気温最高（℃）', '測った時間', 'WBGT28・31℃以上', '公表値の最高'].map((text) =>
              headingCell(text, 'right'),
            ),
          ],
          rows: days.map((day) => [
            dayText(day.day),
            value(day.wbgt),
            value(day.temperature),
            hours(day.minutes),
            hours(day.heatMinutes),
            value(day.publicWbgt),
          ]),
        }),
      ]

const law = (): Content[] => [
  partHeading('法令について', `確認日 ${dayText(dutyLaw.checkedOn)}`),
  ...[...dutyLaw.statute, ...dutyLaw.guidance].map((text): Content => ({ text, fontSize: 8, color: colours.second, margin: [0, 1, 0, 1] })),
]

/** For an inspection: the line, the procedures, who was briefed when and how, and what the site measured. */
export const inspectionPaper = (paper: InspectionPaper): TDocumentDefinitions =>
  sheet({
    title: '熱中症対策の体制と周知',
    facts: [...factsOf(paper), { name: '取扱い', value: '氏名入り' }],
    printedBy: paper.printedBy,
    printedAt: paper.printedAt,
    orientation: 'portrait',
    content: [
      lineTable(paper.duty),
      ...procedures(paper.duty),
      employersTable(paper.employers),
      register(paper.duty, paper.briefings),
      ...measured(paper),
      ...law(),
    ],
  })

/** Letters of the sheet to pin up, pt. */
const letters = { step: 20, role: 14, name: 11, phone: 16 } as const
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5] as const
/** The space between one line and the next, in letters. */
const lineOf = 1.45
const codeWidth = 92
/** The heading of the line, and the code with its words, pt. */
const besideHeight = codeWidth + 60

const posterStep = ({ role, name, phone }: DutyStep, index: number, scale: number): TableCell[] => [
  { text: `${index + 1}`, fontSize: letters.role * scale, bold: true },
  {
    stack: [
      { text: role === '' ? name : role, fontSize: letters.role * scale, bold: true },
      ...(role === '' || name === '' ? [] : [{ text: name, fontSize: letters.name * scale }]),
    ],
  },
  { text: phone ?? '', fontSize: letters.phone * scale, bold: true, alignment: 'right' },
]

/** The largest letters with which everything is on one sheet, as a part of the usual ones. */
const scaleOf = (steps: readonly string[], line: Duty['line'], height: number): number => {
  const width = contentWidth('portrait')
  const needed = (scale: number): number => {
    const size = letters.step * scale
    const procedureHeight = steps.reduce((sum, step) => sum + linesOf(step, size, width - 30) * size * lineOf + 4, 0)
    const rowHeight = ({ role, name }: DutyStep) =>
      linesOf(role, letters.role * scale, width - 190) * letters.role * scale * lineOf +
      (name === '' ? 0 : linesOf(name, letters.name * scale, width - 190) * letters.name * scale * lineOf) +
      10 * scale
    return procedureHeight + line.reduce((sum, step) => sum + rowHeight(step), 0) + besideHeight
  }
  return scales.find((scale) => needed(scale) <= height) ?? scales[5]
}

/** To pin up: the procedures in large letters, the line with its telephones, and the code of the workers' own page. */
export const dutyPosterPaper = (paper: PosterPaper): TDocumentDefinitions => {
  const { duty, ownPage } = paper
  const steps = procedureSteps(duty.procedures)
  const head = { title: '熱中症かもしれないとき', facts: factsOf(paper), orientation: 'portrait' } as const
  const scale = scaleOf(steps, duty.line, contentHeight(head))
  return sheet({
    ...head,
    printedBy: paper.printedBy,
    printedAt: paper.printedAt,
    content: [
      { ol: steps.map((text) => ({ text, bold: true, margin: [0, 2, 0, 2] })), fontSize: letters.step * scale, margin: [0, 4, 0, 4] },
      partHeading('報告の体制', 'この順に知らせる'),
      {
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0,
          hLineColor: () => colours.rule,
          paddingTop: () => 5 * scale,
          paddingBottom: () => 5 * scale,
        },
        table: { widths: [24, '*', 150], dontBreakRows: true, body: duty.line.map((step, index) => posterStep(step, index, scale)) },
      },
      {
        margin: [0, 10, 0, 0],
        columnGap: 12,
        columns: [
          { width: codeWidth, qr: ownPage, fit: codeWidth, eccLevel: 'M' },
          {
            width: contentWidth('portrait') - codeWidth - 12,
            stack: [
              { text: '自分の言葉で読む', bold: true, fontSize: 13 },
              { text: 'スマートフォンで読み取り、読んだら「分かりました」を押してください。', fontSize: 11 },
              { text: languages.map((code) => languageNames[code].own).join('・'), fontSize: 11, color: colours.second },
            ],
          },
        ],
      },
    ],
  })
}
