import { crewDangers, outcomeOfDangers } from './crew/dangers.ts'
import { crewPages } from './crew/pages.ts'
import { report } from './figure.ts'
import type { Noise } from './wristband/overheating.ts'
import { dailyLife, outcomeOf, overheatingTrials } from './wristband/trials.ts'

const bouts = 2_000
const noises: readonly (readonly [Noise, string])[] = [
  ['atMost8', 'sensor errs by at most 8 bpm'],
  ['deviationOf8', 'sensor errs with a deviation of 8 bpm'],
]

// Pages of level 3 and emergencies a day to expect of a crew of 40, with own measures and without (domain rules, decisions/0120).
const expected = [
  { peak: 24, measured: [5.1, 1.1], unmeasured: [12, 3.8] },
  { peak: 28, measured: [7.2, 1.5], unmeasured: [15.7, 5.5] },
  { peak: 31, measured: [8.7, 1.4], unmeasured: [13.9, 3.6] },
] as const

const reportPages = (): void => {
  for (const { peak, ...byKind } of expected) {
    const pages = crewPages(peak)
    for (const kind of ['measured', 'unmeasured'] as const) {
      const words = `a simulated crew of 40 and day at ${peak} °C, ${kind === 'measured' ? 'with' : 'without'} own measures`
      const [level3, emergencies] = byKind[kind]
      report(`alerts of level 2, ${words}`, pages[kind].level2, 'alerts')
      report(`alerts of level 3, ${words}`, pages[kind].level3, 'alerts', level3)
      report(`emergencies, ${words}`, pages[kind].emergencies, 'emergencies', emergencies)
    }
  }
}

const ageBands = [
  [20, 34],
  [35, 49],
  [50, 66],
] as const

const reportDangers = (): void => {
  for (const peak of [28, 31])
    for (const rise of ['fast', 'slow'] as const)
      for (const isMeasured of [true, false]) {
        const dangers = crewDangers(peak, rise, isMeasured)
        const words = `${rise} overheating in a simulated crew at ${peak} °C, ${isMeasured ? 'with' : 'without'} own measures`
        const { missedShare, median, ninth } = outcomeOfDangers(dangers)
        report(`no level 3 within an hour, ${words}`, 100 * missedShare, `% of ${dangers.length}`)
        report(`delay of level 3 at the median, ${words}`, median, 'min')
        report(`delay of level 3, nine in ten, ${words}`, ninth, 'min')
        for (const [from, to] of ageBands) {
          const own = outcomeOfDangers(dangers.filter(({ age }) => age >= from && age <= to))
          report(`no level 3 within an hour, ${words}, ages ${from} to ${to}`, 100 * own.missedShare, `% of ${own.count}`)
          report(`delay of level 3 at the median, ${words}, ages ${from} to ${to}`, own.median, 'min')
        }
      }
}

const reportRecordings = (isMeasured: boolean): void => {
  const own = `${isMeasured ? 'with' : 'without'} own measures`
  for (const [noise, words] of noises) {
    const { level2Missed, level2MedianDelay, level3MissedShare } = outcomeOf(overheatingTrials(bouts, noise, isMeasured))
    report(`overheating without level 2, ${words}, ${own}`, level2Missed, `of ${bouts}`)
    report(`delay of level 2 at the median, ${words}, ${own}`, level2MedianDelay, 'min', 4)
    report(`danger without level 3, ${words}, ${own}`, 100 * level3MissedShare, '%', 4)
  }
  for (const ageYears of [30, 45, 60]) {
    const { episodesPerShift, level2PerShift, level3PerShift } = dailyLife(ageYears, isMeasured)
    report(`episodes in 8 hours of daily life, age ${ageYears}, ${own}`, episodesPerShift, 'episodes')
    report(`of them at level 2 and above, age ${ageYears}, ${own}`, level2PerShift, 'episodes')
    report(`of them at level 3, age ${ageYears}, ${own}`, level3PerShift, 'episodes')
  }
}

/** What the judge says of overheating put into recorded and simulated heart rates, and of days without it. No speed: how well it judges. */
export const reportJudgement = (): void => {
  for (const isMeasured of [true, false]) reportRecordings(isMeasured)
  reportPages()
  reportDangers()
}
