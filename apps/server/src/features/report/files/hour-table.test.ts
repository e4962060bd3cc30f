import { expect, test } from 'vitest'
import type { HourLine } from '../table/days.ts'
import { dayColumns } from './hour-columns.ts'
import { hourTable, type PaperLine, signsOf } from './hour-table.ts'

type HourInput = Readonly<
  Partial<Record<number, { value?: number; level?: 0 | 1 | 2 | 3; emergencies?: number; state?: HourLine['states'][number] }>>
>

const of24 = <Item>(item: (hour: number) => Item) => Array.from({ length: 24 }, (_, hour) => item(hour))

/** A line of which only these hours are known. */
const lineOf = (known: HourInput): PaperLine => ({
  head: '1日（水）',
  data: of24((hour) => known[hour]?.value ?? null),
  levels: of24((hour) => known[hour]?.level ?? null),
  emergencies: of24((hour) => known[hour]?.emergencies ?? 0),
  states: of24((hour) => known[hour]?.state ?? (known[hour]?.value === undefined ? 'none' : 'measured')),
})

const cellsOf = (line: PaperLine, type: 1 | 2 | 3 | 4 = 2) => {
  const { body } = hourTable({ type, statistic: 'max', lines: [line] }, '日', 46).table
  return body.map((row) => row.slice(1).map((cell) => (typeof cell === 'object' && 'text' in cell ? cell : { text: cell })))
}
const textsOf = (line: PaperLine, type?: 1 | 2 | 3 | 4) => cellsOf(line, type).map((row) => row.map(({ text }) => text))

test('hours without anything share a column, and the others have one each', () => {
  expect(textsOf(lineOf({ 7: { value: -1.4, level: 0 }, 9: { value: 1, level: 2 } }))).toEqual([
    ['0  1  2  3  4  5  6', '7', '8', '9', '10  11  12  13  14  15  16  17  18  19  20  21  22  23', '最大'],
    ['', '−1.4', '', '+1.0', '', '+1.0'],
  ])
})

test('columns fill the sheet whatever hours are known', () => {
  for (const known of [{}, { 0: { value: 1 } }, { 3: { value: 1 }, 4: { value: 1 }, 23: { value: 1 } }]) {
    const { widths = [] } = hourTable({ type: 1, statistic: 'max', lines: [lineOf(known)] }, '日', 46).table
    const all = (widths as number[]).reduce((sum, width) => sum + width + 4, 0)
    expect(all).toBeCloseTo(773.89, 1)
  }
})

test('only the first of a day’s highest values is underlined', () => {
  const [, row = []] = cellsOf(lineOf({ 7: { value: 2, level: 2 }, 8: { value: 2.5, level: 2 }, 9: { value: 2.5, level: 2 } }))
  expect(row.filter((cell) => 'decoration' in cell).map(({ text }) => text)).toEqual(['+2.5'])
  expect(row.findIndex((cell) => 'decoration' in cell)).toBe(2)
})

test('marks are those of the levels and emergencies shown, silence and a heart rate that did not come', () => {
  const hot = lineOf({
    7: { value: 3, level: 3 },
    8: { value: 0.2, level: 1, emergencies: 1 },
    9: { state: 'silent' },
    10: { value: -2, level: 0 },
  })
  expect(signsOf(2, [hot])).toEqual(['emergency', 3, 0, 'silent'])
  const heart = lineOf({ 7: { value: 120 }, 8: { state: 'missing' } })
  expect(signsOf(4, [heart])).toEqual(['noHeartRate'])
  expect(signsOf(1, [heart])).toEqual([])
  expect(textsOf(heart, 1)[1]?.slice(1, 3)).toEqual(['120.0', '—'])
})

test('emergencies and level 3 are tinted, and a line of nothing recedes', () => {
  const [, row = []] = cellsOf(lineOf({ 7: { value: 3, level: 3 }, 8: { value: 0, level: 1, emergencies: 1 }, 9: { value: 2, level: 2 } }))
  expect(row.map((cell) => ('fillColor' in cell ? cell.fillColor : null))).toEqual([null, '#FDF1EF', '#F9E9EF', null, null, '#F9E9EF'])
  const [, nothing = []] = cellsOf(lineOf({}))
  expect(nothing.map((cell) => ('fillColor' in cell ? cell.fillColor : null))).toEqual(['#F1F3F5', '#F1F3F5'])
})

test.each([
  [2, 'max', '最大'],
  [2, 'mean', '平均の最大'],
  [3, 'mean', '最大'],
] as const)('the highest of type %i by %s is called %s', (type, statistic, name) => {
  const { body } = hourTable({ type, statistic, lines: [lineOf({})] }, '日', 46).table
  expect(body[0]?.at(-1)).toMatchObject({ text: name })
  expect(dayColumns(type, statistic, { workerName: '', officeName: '' }).at(-1)?.label).toBe(name)
})
