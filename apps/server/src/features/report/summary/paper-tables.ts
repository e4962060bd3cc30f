import { strainLimitName } from '@mimamori/contract/labels'
import { outcomeNames } from '@mimamori/contract/alert'
import type { SafetySummary } from '@mimamori/contract'
import type { Content } from 'pdfmake/interfaces.js'
import {
  cellText,
  type Column,
  countCell,
  fitting,
  note,
  number,
  padding,
  right,
  type Row,
  ruledTable,
  table,
  withFirst,
} from './paper-table.ts'
import { dayAndClock, hoursText, minutesText, wbgtText } from './paper-words.ts'

export const placesTable = (places: SafetySummary['places'], width: number, lines: number): Content => {
  const columns = withFirst(width, '場所', [number('最高 ℃', 30), number('28以上 時間', 48), number('危険', 22), number('緊急', 22)])
  const rows = places.map(({ place, wbgtMax, heatMinutes, level3, emergency }): Row => {
    const name = cellText(place, columns[0]?.width ?? 0)
    const cells = [
      name.cell,
      right(wbgtMax === null ? '―' : wbgtText(wbgtMax)),
      right(hoursText(heatMinutes)),
      countCell(3, level3, 22),
      countCell('emergency', emergency, 22),
    ]
    return { cells, lines: name.lines }
  })
  return table({
    columns,
    rows,
    lines,
    empty: '暑さ指数の記録がありません。',
    rest: (left) => {
      const emergencies = places.slice(-left).reduce((sum, { emergency }) => sum + emergency, 0)
      return `ほか${left}か所${emergencies > 0 ? `（緊急${emergencies}件）` : ''}`
    },
  })
}

export const groupsTable = (groups: SafetySummary['groups'], width: number, lines: number): Content => {
  const columns = withFirst(width, 'グループ', [number('緊急', 22), number('危険', 22), number('警戒', 26), number('注意', 26)])
  const rows = groups.map(({ groupName, emergency, level3, level2, level1 }): Row => {
    const name = cellText(groupName ?? 'グループなし・現場全体', columns[0]?.width ?? 0)
    const cells = [
      name.cell,
      countCell('emergency', emergency, 22),
      countCell(3, level3, 22),
      countCell(2, level2, 26),
      countCell(1, level1, 26),
    ]
    return { cells, lines: name.lines }
  })
  return table({ columns, rows, lines, empty: 'アラートはありませんでした。', rest: (left) => `ほか${left}グループ` })
}

export const exposureTable = (
  { people, minutes: all, longDays: allDays }: SafetySummary['exposure'],
  strained: number,
  width: number,
  lines: number,
): Content => {
  const columns = withFirst(width, '氏名', [number('時間', 28), number('日数', 20), number('4時間超', 34)])
  const rows = people.map(({ fullName, minutes, days, longDays }): Row => {
    const name = cellText(fullName, columns[0]?.width ?? 0)
    return { cells: [name.cell, right(hoursText(minutes)), right(String(days)), right(String(longDays))], lines: name.lines }
  })
  if (rows.length === 0) return note('暑さの中にいた記録はありません。')
  // Everybody's sums are below, whether all of them are named or not. Whose own measure is high is not for a wall.
  const { shown, left } = fitting(rows, lines - 2)
  return {
    stack: [
      ruledTable(columns, shown),
      // Not how many: the screen itself names the longest ones only.
      ...(left > 0 ? [note('ほかの人は画面の月次まとめにあります。')] : []),
      note(`全員 のべ${hoursText(all)}時間・4時間超 のべ${allDays}日`),
      note(`${strainLimitName}を超えた人 ${strained}人（氏名は画面に）`),
    ],
  }
}

const stateText = ({ outcome, answeredSeconds }: SafetySummary['emergencies'][number]): string => {
  if (outcome !== null) return outcomeNames[outcome]
  return answeredSeconds === null ? '未完了' : '対応中'
}

export const emergenciesTable = (emergencies: SafetySummary['emergencies'], width: number, lines: number): Content => {
  const widths = { at: 48, name: 62, answered: 30, outcome: 50 } as const
  const reasonWidth = width - 48 - 62 - 30 - 50 - 10 * padding.across
  const columns: Column[] = [
    { title: '発生', width: widths.at },
    { title: '氏名', width: widths.name },
    { title: '理由', width: reasonWidth },
    number('確認', widths.answered),
    { title: '結果', width: widths.outcome },
  ]
  const rows = emergencies.map((emergency): Row => {
    const { at, fullName, reason, answeredSeconds } = emergency
    const [name, why] = [cellText(fullName ?? '―', widths.name), cellText(reason, reasonWidth)]
    const answered = right(answeredSeconds === null ? '―' : `${minutesText(answeredSeconds)}分`)
    return { cells: [dayAndClock(at), name.cell, why.cell, answered, stateText(emergency)], lines: Math.max(name.lines, why.lines) }
  })
  return table({
    columns,
    rows,
    lines,
    empty: '緊急はありませんでした。',
    rest: (left) => `ほか${left}件。すべては画面の月次まとめに並んでいます。`,
  })
}
