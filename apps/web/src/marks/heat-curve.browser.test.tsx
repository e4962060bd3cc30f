import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { HeatCurve } from './heat-curve.tsx'

const night = { opensAt: '19:30', closesAt: '05:30' }
const day = { opensAt: '07:30', closesAt: '17:30' }

afterEach(() => setServerTime(Date.now()))

const halfHours = (from: number, to: number, first: number) =>
  Array.from({ length: (to - from) / 1_800_000 + 1 }, (_, index) => ({
    time: new Date(from + index * 1_800_000).toISOString(),
    wbgtValue: first + index / 10,
  }))

/** The curve at a time of July as a site with such hours sees it, measured every half hour since a time, the first value 25. */
const show = async (now: string, workingHours: typeof night, since: string) => {
  const [at, from] = [Date.parse(`2026-07-${now}:00+09:00`), Date.parse(`2026-07-${since}:00+09:00`)]
  setServerTime(at)
  const heatToday = halfHours(from, Math.floor(at / 1_800_000) * 1_800_000, 25)
  await mount(() => <HeatCurve site={{ workingHours, heatToday, heatForecast: [], referenceWbgt: 28, watchers: [], publicWbgt: null }} />)
  const curve = page.getByRole('img')
  await expect.element(curve).toBeVisible()
  return [...curve.element().querySelectorAll('text')].map((text) => text.textContent)
}

test('that nothing was measured yet is not said beside a value', async () => {
  setServerTime(Date.parse('2026-07-21T05:10:00+09:00'))
  const site = { workingHours: day, heatToday: [], heatForecast: [], referenceWbgt: 28, watchers: [] }
  const [nothing, publicHeat] = [null, { station: '44132', wbgtValue: 27.1, at: '2026-07-21T05:00:00+09:00' }]
  await mount(() => (
    <>
      <div data-testid="none">
        <HeatCurve site={{ ...site, publicWbgt: nothing }} />
      </div>
      <div data-testid="told">
        <HeatCurve site={{ ...site, publicWbgt: publicHeat }} />
      </div>
    </>
  ))
  await expect.element(page.getByTestId('none')).toHaveTextContent('きょうの測定値はまだありません。')
  expect(page.getByTestId('told').element().textContent).toBe('')
})

test('in the small hours a night shift sees its heat from its beginning on', async () => {
  const texts = await show('21T01:40', night, '20T19:00')
  expect(texts).toEqual(expect.arrayContaining(['19時', '5時', '26.3']))
})

test('before work the heat of the night is drawn on a whole day', async () => {
  const texts = await show('21T05:10', day, '21T00:00')
  expect(texts).toEqual(expect.arrayContaining(['0時', '4時', '20時', '26.0']))
  expect(texts).not.toContain('2時')
})

test('at work the heat of the night is left out', async () => {
  const texts = await show('21T09:10', day, '21T00:00')
  expect(texts).toEqual(expect.arrayContaining(['7時', '17時', '26.8']))
  expect(texts).not.toContain('0時')
})
