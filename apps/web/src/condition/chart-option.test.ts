import { expect, test } from 'vitest'
import { startOfDay } from '../platform/japan-time.ts'
import { palettes } from '../platform/tokens.ts'
import { sides, windowOf } from './chart-layout.ts'
import { chartOption, type ChartInput } from './chart-option.ts'
import { minuteInWords } from './chart-tooltip.ts'

const midnight = startOfDay('2026-07-21')
const limits = { sustained: 122, instantaneous: 147.3, maximum: 162, ownMean: null as number | null, ownPeak: null as number | null }
const item = (minute: number, heartRate: number | null, excess: number | null = null) => ({
  time: new Date(midnight + (600 + minute) * 60_000).toISOString(),
  heartRate,
  excess,
  wbgtValue: excess === null ? null : 28 + excess,
  alertLevel: 0,
  alertMail: '0' as const,
  kept: [],
  clockError: null,
})

const optionOf = (listData: ReturnType<typeof item>[], over: Partial<typeof limits> = {}) => {
  const input: ChartInput = {
    detail: { listData, limits: { ...limits, ...over } },
    window: windowOf(midnight, 10),
    sides: sides.wide,
    palette: palettes.light,
  }
  const { series, yAxis } = chartOption(input)
  const all = [series ?? []].flat() as { name: string; data: unknown[]; type: string; markArea?: { data: unknown[] } }[]
  return { named: (name: string) => all.find((one) => one.name === name), yAxis: [yAxis ?? []].flat() as { max: number; min: number }[] }
}

test('the heart axis ends at 200, or 25 above a higher peak; the heat axis is always −20…40', () => {
  expect(optionOf([item(0, 170)]).yAxis).toMatchObject([
    { min: 40, max: 200 },
    { min: -20, max: 40 },
  ])
  expect(optionOf([item(0, 188)]).yAxis[0]?.max).toBe(213)
})

test('colour lies above a limit only where the line is above it', () => {
  const quiet = optionOf([item(0, 90), item(1, 100)])
  expect([1, 2, 3].map((level) => quiet.named(`心拍${level}`)?.data.length)).toEqual([0, 0, 0])
  const high = optionOf([item(0, 100), item(1, 150), item(2, 150), item(3, 100)])
  expect([1, 2, 3].map((level) => high.named(`心拍${level}`)?.data.length)).toEqual([1, 1, 0])
})

test('a gap breaks the line and is marked', () => {
  const line = optionOf([item(0, 90), item(1, 91), item(2, 92), item(20, 90)]).named('心拍')
  expect(line?.data.map((point) => (point as unknown[])[1])).toEqual([90, 91, 92, '-', 90])
  expect(line?.markArea?.data).toHaveLength(1)
})

test('a limit above the axis draws no line', () => {
  const young = optionOf([item(0, 90)], { maximum: 202 })
  expect(young.named('limit3')).toBeUndefined()
  expect(young.named('limit1')).toBeDefined()
})

test('a minute in words', () => {
  expect(minuteInWords(item(0, 128, 0.6))).toEqual([
    ['心拍', '128 bpm'],
    ['WBGT', '28.6 ℃'],
    ['WBGT超過', '+0.6 ℃'],
    ['総合アラート', '安全'],
  ])
  expect(minuteInWords({ ...item(0, null), alertLevel: -1, alertMail: '1', kept: ['wbgt'], clockError: 660 })).toEqual([
    ['心拍', '取得不可'],
    ['WBGT', 'なし'],
    ['WBGT超過', 'なし'],
    ['判定', 'WBGTなしのため保持'],
    ['時刻', '時計の進み 11分を補正'],
    ['メール', '送信'],
  ])
})

test('what is usual for the person is a line of its own, where it is known and on the axis', () => {
  const lines = (over: Partial<typeof limits>) => ['ownMean', 'ownPeak'].map((name) => optionOf([item(0, 90)], over).named(name)?.data[0])
  expect(lines({})).toEqual([undefined, undefined])
  expect(lines({ ownMean: 131, ownPeak: 141 })).toEqual([
    [midnight + 600 * 60_000, 131],
    [midnight + 600 * 60_000, 141],
  ])
  expect(lines({ ownMean: 131, ownPeak: 210 })[1]).toBeUndefined()
})
