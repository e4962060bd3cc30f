import { alertKindNames, handlingNames, outcomeNames } from '@mimamori/contract/alert'
import type { AlertRecord } from '@mimamori/contract/alert-record'
import {
  aftermathFacts,
  highestHeartRate,
  type RecordFact,
  lengthInWords,
  periodInWords,
  unansweredInWords,
} from '@mimamori/contract/alert-record-facts'
import { type Grade, gradeNames } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { worstInWords } from '@mimamori/contract/worst-level'
import type { Content, ContentStack, ContentTable, Margins } from 'pdfmake/interfaces.js'
import { colours, gradeColours } from '../../../shared/printing/colours.ts'
import { mark } from '../../../shared/printing/marks.ts'

type Episode = AlertRecord['episode']

const gradeOf = ({ alertLevel, emergency }: Episode): Grade | undefined => {
  if (emergency === '1') return 'emergency'
  return alertLevel === null ? undefined : levelGradeOf(alertLevel)
}

const joined = (parts: readonly (string | null)[], between: string): string => parts.filter((part) => part !== null).join(between)

const small = (text: string): Content => ({ text, fontSize: 8, color: colours.second })

const level = (episode: Episode): Content => {
  const grade = gradeOf(episode)
  const worst = worstInWords(episode)
  const signs = joined(
    [episode.drill === '1' ? '訓練' : null, episode.late === '1' ? '後着' : null, episode.withdrawn === '1' ? '取下げ' : null],
    '・',
  )
  const words: Content[] = [
    { text: grade === undefined ? alertKindNames[episode.kind] : gradeNames[grade], bold: true, fontSize: 13 },
    ...(grade !== undefined && episode.kind !== 'emergency' ? [small(alertKindNames[episode.kind])] : []),
    ...(worst === undefined ? [] : [small(worst)]),
    ...(signs === '' ? [] : [{ text: signs, bold: true }]),
  ]
  return grade === undefined
    ? { stack: words }
    : {
        columns: [
          { width: 34, ...mark(grade, 28) },
          { width: '*', stack: words },
        ],
      }
}

const who = ({ episode, furigana }: AlertRecord): Content => ({
  stack: [
    { text: episode.fullName ?? episode.reason, bold: true, fontSize: 13 },
    small(joined([furigana, episode.age === null ? null : `${episode.age}歳`, episode.groupName], '・')),
    ...(episode.locationName === null ? [] : [small(episode.locationName)]),
    ...(episode.fullName === null ? [] : [{ text: episode.reason, margin: [0, 2, 0, 0] satisfies Margins }]),
  ],
})

const fact = ([name, value, note]: RecordFact): ContentStack => ({
  stack: [small(name), { text: value, bold: true, fontSize: 10 }, ...(note === undefined ? [] : [small(note)])],
})

/** Who, where and when, how bad, and how it went. */
export const headPart = (record: AlertRecord, width: number): ContentTable => {
  const { episode } = record
  const peak = highestHeartRate(record)
  const followed = aftermathFacts(record)
  const facts: RecordFact[] = [
    ['発生から終了', periodInWords(episode), lengthInWords(episode)],
    ['確認まで', unansweredInWords(record)],
    ...(peak === undefined ? [] : [['最高心拍', `${peak} bpm`] as const]),
    ['結果', episode.outcome === null ? handlingNames[episode.handling] : outcomeNames[episode.outcome]],
  ]
  return {
    layout: {
      hLineWidth: () => 0.6,
      vLineWidth: (column, { table }) =>
        column === 0 && episode.emergency === '1' ? 4 : column === 0 || column === table.widths?.length ? 0.6 : 0,
      hLineColor: () => colours.control,
      vLineColor: (column) => (column === 0 && episode.emergency === '1' ? gradeColours.emergency.fill : colours.control),
      paddingLeft: () => 8,
      paddingRight: () => 8,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
    table: {
      widths: [100, '*'],
      body: [
        [level(episode), who(record)],
        [
          {
            colSpan: 2,
            columns: facts.map((one, index) => ({ width: index === 0 ? width * 0.46 : '*', ...fact(one) })),
            columnGap: 8,
          },
          '',
        ],
        ...(followed.length === 0
          ? []
          : [[{ colSpan: 2, columns: followed.map((one) => ({ width: '*', ...fact(one) })), columnGap: 8 }, '']]),
      ],
    },
  }
}
