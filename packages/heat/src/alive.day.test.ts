import { expect, it } from 'vitest'
import { findSilences, type Silence, type WatchedGateway, type WatchedWorker } from './alive.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { DEFAULT_WORKING_HOURS } from './working-hours.ts'

const midnight = Date.parse('2026-07-20T00:00:00+09:00')
const at = (hours: number, minutes = 0) => midnight + (hours * 60 + minutes) * MINUTE_MS
const people = 200
const gateways = 5

/**
 * Whether the tag of a person sends at that minute: from arrival to home time, except for a noon break in which a third lay it
 * down.
 */
const isWorn = (person: number, minute: number): boolean => {
  const arrival = 6 * 60 + 30 + (person % 60)
  const home = 17 * 60 + (person % 45) * 2
  const isOnBreak = person % 3 === 0 && minute >= 12 * 60 && minute < 13 * 60
  return minute >= arrival && minute < home && !isOnBreak
}
// Power was cut to one of them for an hour; its people walk about within its reach.
const isGatewayDead = (gateway: number, minute: number) => gateway === 2 && minute >= 10 * 60 && minute < 11 * 60
// One in forty leaves within the hour after a heart level, their episode over.
const heartAlertAt = (person: number): number | null => (person % 40 === 0 ? at(16, 30) : null)
// One of the danger's own: silent at 14:00 half an hour after a heart level, and not back.
const fallen = 7

/** The lines as the job keeps them: an open one is the same line, shown again. */
const keyOf = (line: Silence) =>
  line.kind === 'worker' ? `worker ${line.workerId}` : line.kind === 'gateway' ? `gateway ${line.gatewayId}` : 'site'

it('a day of 200 people with arrival, break, a dead gateway and home time has fewer than 15 lines, and the one who fell a line of their own', () => {
  const workerSeen = new Map<number, number>()
  const gatewaySeen = new Map<number, number>()
  let open = new Map<string, Silence>()
  const opened: { key: string; now: number; size: number }[] = []
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = at(0, minute)
    for (let gateway = 0; gateway < gateways; gateway += 1) if (!isGatewayDead(gateway, minute)) gatewaySeen.set(gateway, now)
    for (let person = 0; person < people; person += 1) {
      const isHeard = isWorn(person, minute) && !isGatewayDead(person % gateways, minute) && !(person === fallen && minute >= 14 * 60)
      if (isHeard) workerSeen.set(person, now)
    }
    const openLines = [...open.values()]
    const shared = new Set(openLines.flatMap((line) => (line.kind === 'worker' || line.kind === 'instrument' ? [] : line.workerIds)))
    const watched = [...workerSeen].map(([workerId, lastSeenAt]): WatchedWorker => ({
      workerId,
      gatewayId: workerId % gateways,
      lastSeenAt,
      intervalMinutes: 1,
      lastLevel: 0,
      heartAlertAt: workerId === fallen ? at(13, 30) : heartAlertAt(workerId),
      hasEpisode: false,
      isAlerted: false,
      isQuiet: false,
      missedIn: open.has(`worker ${workerId}`) ? 'own' : shared.has(workerId) ? 'shared' : null,
    }))
    const radio = [...gatewaySeen].map(([gatewayId, lastSeenAt]): WatchedGateway => ({
      gatewayId,
      lastSeenAt,
      intervalMinutes: null,
      isQuiet: false,
      speaks: true,
      isMissed: open.has(`gateway ${gatewayId}`),
    }))
    const lines = findSilences({ now, workingHours: DEFAULT_WORKING_HOURS, workers: watched, gateways: radio, instruments: [] })
    for (const line of lines) {
      if (!open.has(keyOf(line))) opened.push({ key: keyOf(line), now, size: 'workerIds' in line ? line.workerIds.length : 1 })
    }
    open = new Map(lines.map((line) => [keyOf(line), line]))
  }
  expect(opened.length).toBeLessThan(15)
  expect(opened.filter(({ key }) => key === 'gateway 2')).toEqual([{ key: 'gateway 2', now: at(10, 15), size: 40 }])
  expect(opened.filter(({ key }) => key === `worker ${fallen}`)).toEqual([{ key: `worker ${fallen}`, now: at(14, 15), size: 1 }])
  // The break's line, and the one of home time, in which everybody else is until the morning.
  expect(opened.filter(({ key }) => key === 'site')).toHaveLength(2)
  const atNight = open.get('site')
  expect(atNight?.kind === 'site' && atNight.workerIds.length).toBe(
    people - 1 - opened.filter(({ key, now }) => key.startsWith('worker') && now > at(15)).length,
  )
})
