import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { announcedBetween } from '../../shared/monitoring/public-alerts/announcement-files.ts'
import { alertFilePath, fileStates, filesDue, type TriedFile } from './alert-files.ts'

const at = (time: string) => new Date(`${time}:00+09:00`)
const minuteMs = 60_000
const stationsSum = '1'

const names = (files: readonly Date[]) => files.map((file) => alertFilePath(file).slice(-15, -4))
const triedAt = (file: string, state: TriedFile['state'], more: Partial<TriedFile> = {}): TriedFile => ({
  fileAt: at(file),
  state,
  tries: 1,
  triedAt: at(file),
  stationsSum,
  ...more,
})
const everyFile = (from: string, to: string, state: TriedFile['state']): TriedFile[] =>
  announcedBetween(at(from), at(to)).map((fileAt) => ({ fileAt, state, tries: 1, triedAt: fileAt, stationsSum }))

describe('the files of announcements', () => {
  it('have the year, the day and the hour of Japan in their path', () => {
    expect(alertFilePath(at('2027-01-01T05:00'))).toBe('alert/dl/2027/alert_20270101_05.csv')
    expect(alertFilePath(new Date('2026-07-20T20:00:00Z'))).toBe('alert/dl/2026/alert_20260721_05.csv')
  })

  it('are those of the last day and a half at the first time, in every season', () => {
    expect(names(filesDue([], at('2026-07-21T13:00'), stationsSum))).toEqual([
      '20260721_10',
      '20260721_05',
      '20260720_17',
      '20260720_14',
      '20260720_10',
      '20260720_05',
    ])
    expect(names(filesDue([], at('2027-01-01T04:59'), stationsSum))[0]).toBe('20261231_17')
  })

  it('are due from their hour on, each once', () => {
    const read = everyFile('2026-07-20T00:00', '2026-07-21T16:00', 'read')
    expect(names(filesDue(read, at('2026-07-21T16:59'), stationsSum))).toEqual([])
    expect(names(filesDue(read, at('2026-07-21T17:00'), stationsSum))).toEqual(['20260721_17'])
  })

  it('of an interruption are fetched afterwards, those before the first one never', () => {
    const read = everyFile('2026-07-10T00:00', '2026-07-15T16:00', 'read')
    const due = names(filesDue(read, at('2026-07-21T11:00'), stationsSum))
    expect(due).toHaveLength(1 + 5 * 4 + 2)
    expect([due[0], due.at(-1)]).toEqual(['20260721_10', '20260715_17'])
  })

  it.each(['missing', 'unreadable', 'incomplete', 'unreachable'] as const)(
    '%s are asked for again each minute, later each ten minutes, until the next one is out',
    (state) => {
      const read = everyFile('2026-07-20T00:00', '2026-07-21T13:00', 'read')
      const isDue = (time: string, more: Partial<TriedFile>) =>
        names(filesDue([...read, triedAt('2026-07-21T14:00', state, more)], at(time), stationsSum)).includes('20260721_14')
      expect(isDue('2026-07-21T14:00', {})).toBe(false)
      expect(isDue('2026-07-21T14:01', {})).toBe(true)
      const later = { tries: 10, triedAt: at('2026-07-21T15:00') }
      expect(isDue('2026-07-21T15:09', later)).toBe(false)
      expect(isDue('2026-07-21T15:10', later)).toBe(true)
      // Of a service that failed nothing is known, so the file is still asked for.
      expect(isDue('2026-07-21T17:00', later)).toBe(state === 'unreachable')
      expect(isDue('2026-07-23T14:01', later)).toBe(false)
    },
  )

  it('that are missing are asked for at once when a station is set', () => {
    const tried = everyFile('2026-11-19T00:00', '2026-11-21T16:00', 'missing').map((file) => ({ ...file, triedAt: at('2026-11-21T16:00') }))
    expect(filesDue(tried, at('2026-11-21T16:00'), stationsSum)).toEqual([])
    const due = names(filesDue(tried, at('2026-11-21T16:00'), 'another'))
    expect([due[0], due.length]).toEqual(['20261121_14', 7])
  })

  it('are asked for little in a season without any: over a day', () => {
    let tried: readonly TriedFile[] = []
    let calls = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      const now = new Date(at('2026-12-01T00:00').getTime() + minute * minuteMs)
      for (const fileAt of filesDue(tried, now, stationsSum)) {
        calls += 1
        const before = tried.find((file) => file.fileAt.getTime() === fileAt.getTime())
        const next: TriedFile = { fileAt, state: 'missing', tries: (before?.tries ?? 0) + 1, triedAt: now, stationsSum }
        tried = [...tried.filter((file) => file !== before), next]
      }
    }
    expect(calls).toBeLessThan(140)
  })
})

const fileOfTime = fc
  .record({ hours: fc.integer({ min: 0, max: 40 * 24 }), state: fc.constantFrom(...fileStates), tries: fc.integer({ min: 1, max: 50 }) })
  .map(({ hours, state, tries }) => ({ ago: hours * 60 * minuteMs, state, tries }))

describe('at any time of a season', () => {
  it('no file is asked for that is read, not out, or due twice; the newest comes first, and is never forgotten', () => {
    const seasonBegins = at('2026-04-01T00:00').getTime()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250 * 24 * 60 }), fc.array(fileOfTime, { maxLength: 60 }), (minutes, files) => {
        const now = new Date(seasonBegins + minutes * minuteMs)
        const out = announcedBetween(new Date(now.getTime() - 40 * 24 * 60 * minuteMs), now)
        const tried = new Map(
          files.flatMap(({ ago, state, tries }) => {
            const fileAt = out.find((one) => one.getTime() <= now.getTime() - ago)
            return fileAt === undefined ? [] : [[fileAt.getTime(), { fileAt, state, tries, triedAt: now, stationsSum }] as const]
          }),
        )
        const due = filesDue([...tried.values()], now, stationsSum)
        const times = due.map((file) => file.getTime())
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => other - one))
        for (const time of times) {
          expect(time).toBeLessThanOrEqual(now.getTime())
          // Tried just now: nothing is asked for twice in a moment.
          expect(tried.has(time)).toBe(false)
        }
        const newest = out[0]
        if (newest !== undefined && !tried.has(newest.getTime())) expect(times[0]).toBe(newest.getTime())
      }),
    )
  })
})
