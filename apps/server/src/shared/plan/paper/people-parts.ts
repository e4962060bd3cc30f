import { longDate } from '@mimamori/contract/time-words'
import type { Content, ContentColumns, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../printing/colours.ts'
import type { PlanSheet, SheetPerson } from './plan-sheet.ts'

const heading = (title: string, hint = ''): ContentText => ({
  margin: [0, 6, 0, 2],
  text: [{ text: title, bold: true, fontSize: 12 }, ...(hint === '' ? [] : [{ text: `　${hint}`, fontSize: 8, color: colours.second }])],
})

/** 190 分まで, at the right edge of its column. */
const personCells = ({ name, groupName, minutes }: SheetPerson): TableCell[] => [
  { text: name, bold: true, fontSize: 10.5, margin: [0, 0.5, 0, 0] },
  { text: groupName ?? '', fontSize: 9, margin: [0, 1.5, 0, 0] },
  {
    alignment: 'right',
    text: [
      { text: `${minutes}`, bold: true, fontSize: 12 },
      { text: ' 分まで', fontSize: 9 },
    ],
  },
]

const peopleTable = (people: readonly SheetPerson[]): Content => ({
  layout: {
    hLineWidth: (line) => (line === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => colours.control,
    paddingLeft: () => 0,
    paddingRight: () => 4,
    paddingTop: () => 1.5,
    paddingBottom: () => 1.5,
  },
  table: { dontBreakRows: true, widths: ['*', '*', 66], body: people.map(personCells) },
})

/** So many are beside the procedures; more are under them, in two columns. */
const fewPeople = 9
/** The length of a part of two columns: one that is longer than a sheet would leave its second column behind. */
const partRows = 10

const inParts = (people: readonly SheetPerson[]): SheetPerson[][] => {
  const parts: SheetPerson[][] = []
  for (let at = 0; at < people.length; at += partRows) parts.push(people.slice(at, at + partRows))
  return parts
}

const limited = '働ける時間に限りがある人'

const manyPeople = (people: readonly SheetPerson[]): Content[] =>
  inParts(people).map((part, index) => {
    const half = Math.ceil(part.length / 2)
    return {
      unbreakable: true,
      stack: [
        ...(index === 0 ? [heading(limited)] : []),
        {
          columnGap: 24,
          columns: [part.slice(0, half), part.slice(half)].map((own) => ({
            width: '*',
            stack: own.length === 0 ? [] : [peopleTable(own)],
          })),
        },
      ],
    }
  })

const numbered = (text: string, index: number): ContentColumns => ({
  margin: [0, 1, 0, 1],
  columnGap: 0,
  columns: [
    {
      width: 22,
      stack: [
        { canvas: [{ type: 'ellipse', x: 7.5, y: 7.5, r1: 7, r2: 7, lineWidth: 1, lineColor: colours.ink }] },
        { text: `${index + 1}`, fontSize: 8, bold: true, alignment: 'center', relativePosition: { x: -3.5, y: -12.5 } },
      ],
    },
    { width: '*', text, fontSize: 9.5 },
  ],
})

const contactWords = ({ phone, hospitalName, hospitalPhone }: PlanSheet['contacts']): string[] => [
  ...(phone === null ? [] : [`緊急連絡先 ${phone}`]),
  ...(hospitalName === null ? [] : [`搬送先 ${[hospitalName, hospitalPhone].filter(Boolean).join(' ')}`]),
]

const procedureParts = ({ procedures, contacts }: PlanSheet): Content[] => [
  heading('具合が悪いとき'),
  ...procedures.map(numbered),
  { text: contactWords(contacts).join('　'), fontSize: 8.5, color: colours.second },
]

/** Whose time in heat is limited, by surname and minutes alone, and what to do when somebody is unwell. */
export const peopleAndProcedures = (sheet: PlanSheet): Content[] => {
  const { people } = sheet
  if (people === null || people.length === 0) return [{ unbreakable: true, stack: procedureParts(sheet) }]
  if (people.length > fewPeople) return [{ unbreakable: true, stack: procedureParts(sheet) }, ...manyPeople(people)]
  return [
    {
      unbreakable: true,
      columnGap: 20,
      columns: [
        { width: '42%', stack: [heading(limited), peopleTable(people)] },
        { width: '*', stack: procedureParts(sheet) },
      ],
    },
  ]
}

const unbriefedPart = (unbriefed: NonNullable<PlanSheet['unbriefed']>): Content[] => [
  heading('手順の周知がまだの人', unbriefed.length === 0 ? '' : `${unbriefed.length}人。朝礼で知らせて記録する`),
  {
    fontSize: 9.5,
    text: unbriefed.map(({ name, groupName }) => (groupName === null ? name : `${name}（${groupName}）`)).join('、') || 'いません',
  },
]

const alertNames = [
  ['emergency', '緊急'],
  ['level3', '危険'],
  ['level2', '警戒'],
  ['level1', '注意'],
] as const

const alertsPart = ({ alertsBefore }: PlanSheet): Content[] => {
  if (alertsBefore === null) return []
  const counted = alertNames.flatMap(([level, name]) => (alertsBefore[level] === 0 ? [] : [`${name} ${alertsBefore[level]}件`]))
  return [heading(`${longDate(alertsBefore.day)}のアラート`), { text: counted.join('、') || 'なし', fontSize: 9.5 }]
}

/** Who was not briefed of the procedures yet, and how many alerts the day before had; whose they were is not said. */
export const otherParts = (sheet: PlanSheet): Content =>
  sheet.unbriefed === null
    ? { unbreakable: true, stack: alertsPart(sheet) }
    : {
        columnGap: 20,
        columns: [
          { width: '66%', stack: unbriefedPart(sheet.unbriefed) },
          { width: '*', stack: alertsPart(sheet) },
        ],
      }

const signaturesInRow = 7

/** A box for the leader of each group. */
export const signatures = ({ plan }: PlanSheet): Content => {
  const names = plan.groups.map(({ groupName }) => groupName ?? 'グループなし')
  const inRow = Math.min(signaturesInRow, Math.max(1, names.length))
  const rows: TableCell[][] = []
  for (let at = 0; at < Math.max(1, names.length); at += inRow)
    rows.push(Array.from({ length: inRow }, (_, place) => ({ text: names[at + place] ?? '', fontSize: 8, color: colours.second })))
  return {
    unbreakable: true,
    stack: [
      heading('職長の確認', '朝礼で班に伝えたら署名'),
      {
        layout: { hLineWidth: () => 0.8, vLineWidth: () => 0.6, hLineColor: () => colours.ink, vLineColor: () => colours.control },
        table: { widths: Array.from({ length: inRow }, () => '*'), heights: 28, body: rows },
      },
    ],
  }
}
