import { callsBetween, type Cue, cueAt, isScriptRunning } from './cast.ts'
import { heatAt } from './heat-of-day.ts'
import { placeAt, locationFinder } from './movement.ts'
import type { Location, Scenario, ScenarioPerson } from './scenario.ts'
import { type Duty, dutyAt } from './schedule.ts'
import { dayMs, minuteMs, type SiteTime, siteTime } from './site-clock.ts'

/** What all parts of one world share. */
export type Setting = {
  readonly seed: number
  readonly scenario: Scenario
  /** Milliseconds from the real clock to the site's. */
  readonly shiftMs: number
  /** The day of the site's clock that is the hot one. */
  readonly hotDay: number
  /** When the scripted parts have their minute 0, epoch ms. It may still be moved while the past is being filled in. */
  readonly scriptStart: { atMs: number }
}

/** A person at a moment: where they are, what they do, and what their script says. */
export type Presence = {
  readonly time: SiteTime
  readonly duty: Duty
  readonly place: Location
  readonly cue: Cue
  readonly wbgt: number
  /** The call button was pressed since the reading before. */
  readonly called: boolean
  /** A scripted part runs, so nothing is left to chance. */
  readonly isScripted: boolean
}

const nothing: Cue = {}

/** Follows one person through time. The result depends only on the moment, so vital device and belt agree. */
export const followPerson = (setting: Setting, person: ScenarioPerson) => {
  const { seed, scenario, shiftMs, hotDay, scriptStart } = setting
  const findPlace = locationFinder(scenario)
  const { cast, castDaysAgo = 0 } = person

  const scriptMinute = (atMs: number): number => (atMs - scriptStart.atMs + castDaysAgo * dayMs) / minuteMs

  return (atMs: number, sinceMs: number): Presence => {
    const time = siteTime(atMs, shiftMs)
    const duty = dutyAt(seed, person.vitalSerial, person.shift ?? 'day', time)
    const minute = scriptMinute(atMs)
    const isScripted = cast !== undefined && isScriptRunning(minute) && duty.activity === 'work'
    const cue = isScripted ? cueAt(cast, minute, castDaysAgo > 0) : nothing
    const natural = placeAt(seed, scenario, person, duty, time)
    const place = findPlace(isScripted ? (cue.cooling ? scenario.restPlace : person.homePlace) : natural)
    return {
      time,
      duty,
      place,
      cue,
      isScripted,
      wbgt: heatAt(seed, place.name, place.exposure, time, hotDay).wbgt,
      called: isScripted && callsBetween(cast, scriptMinute(sinceMs), minute),
    }
  }
}
