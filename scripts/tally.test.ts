import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nothing, playwrightTally, plus, tallyOf, vitestTally, withoutExcess } from './tally.ts'

const vitest = (...statuses: string[]) => ({
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: statuses.map((status) => ({ status, fullName: status })) }],
})

const playwright = (...statuses: string[]) => ({
  suites: [{ suites: [{ specs: statuses.map((status) => ({ file: 'a.test.ts', title: status, tests: [{ status }] })) }] }],
})

describe('a tally', () => {
  it('counts what passed and names what failed and what this machine cannot run', () =>
    expect(vitestTally(vitest('passed', 'failed', 'passed', 'skipped'))).toEqual({
      ...nothing,
      passed: 2,
      failures: ['a.test.ts: failed'],
      leftOut: ['skipped'],
    }))

  it('names a file that does not load', () =>
    expect(vitestTally({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] }).failures).toEqual(['a.test.ts']))

  it('names tests that passed at the second try, and counts a skipped browser test as failed', () => {
    const first = { status: 'passed', fullName: 'first' }
    const second = { status: 'passed', fullName: 'second', failureMessages: ['element(s) not found'] }
    expect(vitestTally({ testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [first, second] }] })).toEqual({
      ...nothing,
      passed: 2,
      flaky: ['a.test.ts: second'],
    })
    expect(playwrightTally(playwright('expected', 'expected', 'unexpected', 'flaky', 'skipped'))).toEqual({
      ...nothing,
      passed: 3,
      failures: ['a.test.ts: unexpected', 'a.test.ts: skipped'],
      flaky: ['a.test.ts: flaky'],
    })
  })

  it('excuses two second tries in a run, but no third', () => {
    const two = { ...nothing, passed: 4, flaky: ['a', 'b'] }
    expect(withoutExcess(two)).toEqual(two)
    expect(withoutExcess({ ...nothing, passed: 4, failures: ['x'], flaky: ['a', 'b', 'c'] })).toMatchObject({
      passed: 1,
      failures: ['x', 'a', 'b', 'c'],
    })
  })

  it('adds up', () =>
    expect(plus({ ...nothing, passed: 1, flaky: ['b'] }, { ...nothing, passed: 2, failures: ['a'], leftOut: ['x'] })).toEqual({
      passed: 3,
      failures: ['a'],
      flaky: ['b'],
      leftOut: ['x'],
    }))

  it('fails where the runner wrote no report, or failed outside a test', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mimamori-tally-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'report.json')
    expect(tallyOf('tests', path, vitestTally, true).failures).toEqual(['tests'])
    writeFileSync(path, JSON.stringify(vitest('passed')))
    expect(tallyOf('tests', path, vitestTally, false)).toMatchObject({ passed: 1, failures: ['tests'] })
    expect(tallyOf('tests', path, vitestTally, true)).toMatchObject({ passed: 1, failures: [] })
  })
})
