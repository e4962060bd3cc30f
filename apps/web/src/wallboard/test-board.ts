import type { Wallboard, WallboardPerson } from '@mimamori/contract/wallboard'

/** Somebody at 危険 for a quarter of an hour, or what else the values make of them. */
export const personOf = (id: number, values: Partial<WallboardPerson> = {}): WallboardPerson => ({
  id: `person ${id}`,
  name: `作業${id}`,
  group: '足場班',
  place: '東側 外部足場 2段目',
  level: 3,
  emergency: '0',
  alarm: null,
  reported: false,
  since: '2026-07-21T13:27:00+09:00',
  lostSince: null,
  handling: 'open',
  handledBy: null,
  ...values,
})

/** An office of nobody and nothing, or what else the values make of it. */
export const boardOf = (values: Partial<Wallboard> = {}): Wallboard => ({
  officeId: 1,
  officeName: '東雲三丁目 物流施設新築工事',
  at: '2026-07-21T13:42:00+09:00',
  build: null,
  referenceWbgt: 28,
  workingHours: { opensAt: '06:00', closesAt: '18:00' },
  lastReceivedAt: '2026-07-21T13:41:50+09:00',
  heatToday: [],
  heatForecast: [],
  watchers: [],
  publicAlerts: [],
  publicWbgt: null,
  counts: { emergency: 0, reported: 0, level3: 0, level2: 0, level1: 0, level0: 0, none: 0 },
  emergencies: [],
  drill: null,
  people: [],
  belts: { count: 0, names: [] },
  onDuty: null,
  silent: { count: 0, names: [] },
  ...values,
})
