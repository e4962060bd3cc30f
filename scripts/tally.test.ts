import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nothing, playwrightTally, plus, tallyOf, vitestTally } from './tally.ts'

const vitest = (...statuses: string[]) => ({
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: statuses.map((status) => ({ status, fullName: status })) }],
})

const playwright = (...statuses: string[]) => ({
  suites: [{ suites: [{ specs: statuses.map((status) => ({ file: 'a.test.ts', title: status, tests: [{ status }] })) }] }],
})

describe('a tally', () => {
  it('counts what passed and names what failed and what this machine cannot run', () =>
    expect(vitestTally(vitest('passed', 'failed', 'passed', 'skipped'))).toEqual({
      passed: 2,
      failures: ['a.test.ts: failed'],
      leftOut: ['skipped'],
    }))

  it('names a file that does not load', () =>
    expect(vitestTally({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] }).failures).toEqual(['a.test.ts']))

  it('excuses two browser tests that passed only at the second try, but no third, and none that was skipped', () => {
    expect(playwrightTally(playwright('expected', 'expected', 'unexpected', 'flaky', 'flaky', 'skipped'))).toEqual({
      ...nothing,
      passed: 4,
      failures: ['a.test.ts: unexpected', 'a.test.ts: skipped'],
    })
    expect(playwrightTally(playwright('expected', 'flaky', 'flaky', 'flaky'))).toEqual({
      ...nothing,
      passed: 1,
      failures: ['a.test.ts: flaky', 'a.test.ts: flaky', 'a.test.ts: flaky'],
    })
  })

  it('adds up', () =>
    expect(plus({ passed: 1, failures: [], leftOut: [] }, { passed: 2, failures: ['a'], leftOut: ['x'] })).toEqual({
      passed: 3,
      failures: ['a'],
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
