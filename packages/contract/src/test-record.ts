import type { AlertRecord } from './alert-record.ts'
import { episodeOf } from './test-episodes.ts'

export const minuteOf = (time: string, over: Partial<AlertRecord['readings'][number]> = {}): AlertRecord['readings'][number] => ({
  time: `2026-07-21T${time}:00+09:00`,
  heartRate: null,
  excess: null,
  wbgtValue: null,
  alertLevel: null,
  kept: [],
  clockError: null,
  hook: null,
  altitude: null,
  ...over,
})

export const eventOf = (time: string, kind: AlertRecord['events'][number]['kind'], over: Partial<AlertRecord['events'][number]> = {}) => ({
  at: `2026-07-21T${time}:00+09:00`,
  kind,
  level: null,
  reason: null,
  heartRate: null,
  excess: null,
  wbgtValue: null,
  isCall: false,
  by: null,
  note: null,
  ...over,
})

export const noticeOf = (time: string, over: Partial<AlertRecord['told'][number]> = {}): AlertRecord['told'][number] => ({
  at: `2026-07-21T${time}:00+09:00`,
  channel: 'push',
  occasion: 'opened',
  step: null,
  level: 3,
  name: null,
  role: null,
  rota: null,
  addresses: [],
  addressCount: 0,
  mail: null,
  destination: null,
  answeredAt: null,
  ...over,
})

/** The record of an emergency that began at 13:31. */
export const recordOf = ({
  episode = {},
  ...over
}: Partial<Omit<AlertRecord, 'episode'>> & { readonly episode?: Partial<AlertRecord['episode']> }): AlertRecord => ({
  episode: episodeOf(1, episode),
  furigana: 'ササキ　タカシ',
  limits: { sustained: 122, instantaneous: 147.3, maximum: 162 },
  ageAssumed: false,
  source: null,
  events: [],
  aftermath: null,
  told: [],
  window: { from: '2026-07-21T13:01:00+09:00', to: '2026-07-21T14:10:00+09:00' },
  kept: 'kept',
  readings: [],
  ...over,
})
