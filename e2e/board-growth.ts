import type { Wallboard, WallboardPerson } from '@mimamori/contract'
import type { Browser } from '@playwright/test'
import { serveBoard } from './board-server.ts'
import { contextOptions } from './chromium.ts'

/** What a page holds: bytes of its own objects after a collection, elements and listeners. */
export type PageSize = { readonly heap: number; readonly nodes: number; readonly listeners: number }

const japan = (at: number) => new Date(at + 9 * 3_600_000).toISOString().replace('Z', '+09:00')

const personOf = (id: number, emergency: boolean, now: number): WallboardPerson => ({
  id: `person ${id}`,
  name: `作業${id % 90}`,
  group: id % 3 === 0 ? null : '足場班',
  place: '東側 外部足場 2段目',
  level: id % 2 === 0 ? 3 : 2,
  emergency: emergency ? '1' : '0',
  alarm: null,
  reported: id % 5 === 0,
  since: japan(now - (id % 90) * 60_000),
  lostSince: id % 7 === 0 ? japan(now - 600_000) : null,
  handling: id % 4 === 0 ? 'responding' : 'open',
  handledBy: id % 4 === 0 ? '山田' : null,
})

/** The n-th board: nobody stays on it, so that all of it is redrawn. */
const boardOf = (n: number): Wallboard => {
  const now = Date.now()
  const [emergencies, people] = [n % 4, n % 15]
  return {
    officeId: 1,
    officeName: `現場 ${n}`,
    at: japan(now),
    build: null,
    referenceWbgt: 28,
    workingHours: { opensAt: '00:00', closesAt: '23:59' },
    lastReceivedAt: japan(now),
    heatToday: Array.from({ length: 20 }, (_, half) => ({ time: japan(now - (20 - half) * 1_800_000), wbgtValue: 24 + ((n + half) % 9) })),
    heatForecast: [],
    watchers: Array.from({ length: 5 }, (_, place) => ({
      serialNumber: `${place}`,
      locationName: `場所${place}`,
      wbgtValue: 25 + ((n + place) % 8),
      isEstimated: false,
      excess: ((n + place) % 8) - 3,
      referenceWbgt: 28,
      alertLevel: (n + place) % 4,
      at: japan(now),
      trend: [26, 27, 28],
    })),
    publicAlerts: [],
    publicWbgt: null,
    counts: {
      emergency: emergencies,
      reported: 0,
      level3: Math.ceil(people / 2),
      level2: Math.floor(people / 2),
      level1: 2,
      level0: 9,
      none: 1,
    },
    emergencies: Array.from({ length: emergencies }, (_, place) => personOf(n * 50 + place, true, now)),
    drill: null,
    onDuty: { shift: 'day', from: japan(now - 3_600_000), to: japan(now + 3_600_000), people: [{ place: 1, name: `担当${n % 40}` }] },
    people: Array.from({ length: people }, (_, place) => personOf(n * 50 + 10 + place, false, now)),
    belts: { count: 0, names: [] },
    silent: { count: n % 5, names: Array.from({ length: n % 5 }, (_, place) => `親機${n + place}`) },
  }
}

/**
 * Shows so many boards one after the other, interrupts the connection now and then, and returns what the page holds after each
 * third of them.
 */
export const boardGrowth = async (browser: Browser, boards: number): Promise<readonly [PageSize, PageSize, PageSize]> => {
  const server = await serveBoard(boardOf(0))
  const context = await browser.newContext({ ...contextOptions, viewport: { width: 1920, height: 1080 } })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Performance.enable')
    const held = async (): Promise<PageSize> => {
      // What only weak references held is free after the second one.
      for (let turn = 0; turn < 2; turn++) await devTools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devTools.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
      return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
    }
    await page.goto(server.url)
    const shows = (n: number) => page.getByRole('heading', { level: 1, name: `現場 ${n}`, exact: true }).waitFor()
    let shown = 0
    const showUntil = async (last: number) => {
      while (shown < last) {
        const next = Math.min(last, shown + 50)
        while (shown < next) server.say(boardOf((shown += 1)))
        await shows(shown)
        if (shown % 400 === 0) server.cut()
      }
      // The same board each time, or the count of its elements could not be compared.
      server.say(boardOf(1_000_000 * 60))
      await shows(1_000_000 * 60)
      return held()
    }
    await shows(0)
    const third = Math.ceil(boards / 3)
    return [await showUntil(third), await showUntil(2 * third), await showUntil(3 * third)]
  } finally {
    await context.close()
    await server.close()
  }
}
