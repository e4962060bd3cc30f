import { beforeAll, expect, it } from 'vitest'
import { startTestApp } from '../../src/test-app.ts'
import { cast, manners } from './script.ts'
import { type PersonEpisode, playScript } from './telling.ts'

const product = await startTestApp()
const tidied = await playScript(product, true)
const untidied = await playScript(product, false)
beforeAll(async () => {}, 600_000)

const of = (episodes: readonly PersonEpisode[], manner: string) => {
  const numbers = new Set(cast.filter((person) => person.manner === manner).map(({ number }) => number))
  return episodes.filter(({ person }) => numbers.has(person % 1_000))
}

it('has something to compare: races, lost heart rates and an emergency', () => {
  const kinds = (manner: string) => of(tidied, manner).map(({ kind }) => kind)
  for (const manner of manners) {
    // Somebody who hands the tag over in the middle of a short race causes no notice.
    expect(kinds(manner).filter((kind) => kind === 'condition').length, manner).toBeGreaterThanOrEqual(manner === 'handedOver' ? 2 : 3)
    expect(kinds(manner), manner).toContain('noHeartRate')
  }
  expect(tidied.map(({ kind }) => kind)).toContain('emergency')
})

it.each(manners)('%s: the episodes are those of the same data tidied', (manner) => {
  expect(of(untidied, manner)).toEqual(of(tidied, manner))
})
