import { expect, it } from 'vitest'
import { dailyLife, outcomeOf, overheatingTrials } from './trials.ts'

it('reports every overheating as 警戒 within minutes, and hardly misses a 危険', () => {
  const outcome = outcomeOf(overheatingTrials(500, 'atMost8'))
  expect(outcome.level2Missed).toBe(0)
  expect(outcome.level2MedianDelay).toBeGreaterThanOrEqual(2)
  expect(outcome.level2MedianDelay).toBeLessThanOrEqual(4)
  expect(outcome.dangers).toBeGreaterThan(400)
  expect(outcome.level3MissedShare).toBeLessThanOrEqual(0.04)
})

it('reports it as 警戒 with a less exact sensor, too', () => {
  const outcome = outcomeOf(overheatingTrials(500, 'deviationOf8'))
  expect(outcome.level2Missed).toBe(0)
  expect(outcome.level2MedianDelay).toBeLessThanOrEqual(4)
  // Each single reading below the limit restarts its time: 危険 is missed more often just above the limit.
  expect(outcome.level3MissedShare).toBeLessThanOrEqual(0.08)
})

it.each([30, 45, 60, 65])('opens no episode of a recorded day twice, nor again within 15 minutes, at the age of %i', (ageYears) => {
  const { judged, hours } = dailyLife(ageYears)
  expect(hours).toBeGreaterThan(400)
  for (const { episodes } of judged)
    episodes.forEach((episode, index) => {
      const before = episodes[index - 1]
      if (before === undefined) return
      expect(before.to).not.toBeNull()
      expect(episode.from - (before.to ?? 0)).toBeGreaterThanOrEqual(15)
    })
})
