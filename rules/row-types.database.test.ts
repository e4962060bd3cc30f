import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedIn, startRecording } from '../apps/server/src/platform/database/test-row-recorder.ts'
import { createTestDatabase, type TestDatabase } from '../apps/server/src/platform/database/test-database.ts'
import { checkRowTypes, type RowTypeReport } from './row-types.ts'
import { right, wrong } from './row-types-samples/statements.ts'
import { named } from './row-types-samples/names.ts'
import { root } from './tree.ts'

const samples = join(root, 'rules/row-types-samples')

const ofSamples = (places: readonly string[], file = 'statements') =>
  places.filter((place) => place.includes(`row-types-samples/${file}.ts`))

describe('a row', () => {
  let database: TestDatabase
  let report: RowTypeReport
  let stopRecording: () => void
  beforeAll(async () => {
    database = await createTestDatabase()
    stopRecording = startRecording()
    for (const execute of [...Object.values(wrong), ...right]) await execute(database)
    report = checkRowTypes(join(samples, 'tsconfig.json'), recordedIn(samples))
  })
  afterAll(async () => {
    stopRecording()
    await database.drop()
  })

  const withoutPlaces = () => report.faults.map((fault) => fault.replace(/^\S+ /, ''))

  it.each(Object.keys(wrong))('that is not what was promised is noticed: %s', (fault) => expect(withoutPlaces()).toContain(fault))

  it('that is what was promised is not', () => expect(withoutPlaces().toSorted()).toEqual(Object.keys(wrong).toSorted()))

  it('is named by its place', () =>
    expect(report.faults).toContainEqual(expect.stringMatching(/^rules\/row-types-samples\/statements\.ts:\d+:\d+ at is a Date/)))

  it('has a type wherever a caller names it', () => expect(report.unresolved).toEqual([]))

  it('was asked for everywhere', () => expect(ofSamples(report.notExecuted)).toEqual([]))
})

describe('without any recording', () => {
  const { notExecuted, names } = checkRowTypes(join(samples, 'tsconfig.json'), [])

  it('the statements that nothing executed are named', () =>
    expect(ofSamples(notExecuted).length).toBeGreaterThan(Object.keys(wrong).length))

  it('rows that are named in two ways, or in their own, are noticed, and no others', () =>
    expect(
      ofSamples(names, 'names')
        .map((fault) => fault.replace(/^\S+ /, ''))
        .toSorted(),
    ).toEqual(Object.keys(named.wrong).toSorted()))
})
