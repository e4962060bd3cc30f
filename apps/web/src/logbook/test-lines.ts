import type { LogbookLine } from '@mimamori/contract/logbook'

/** A value that a watcher measured on 21 July. */
export const lineOf = (time: string, over: Partial<LogbookLine> = {}): LogbookLine => ({
  at: `2026-07-21T${time}:00+09:00`,
  until: null,
  device: 'HW-01',
  place: '東側 外部足場',
  source: 'measured',
  wbgt: 27.4,
  wbgtMean: null,
  count: null,
  temperature: 31.2,
  humidity: 62,
  globe: 38.5,
  remark: null,
  ...over,
})

/** Nothing came from one time to another. */
export const gapOf = (time: string, until: string): LogbookLine =>
  lineOf(time, {
    until: `2026-07-21T${until}:00+09:00`,
    source: 'gap',
    wbgt: null,
    temperature: null,
    humidity: null,
    globe: null,
  })
