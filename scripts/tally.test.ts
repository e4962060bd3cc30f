import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nothing, playwrightTally, plus, tallyOf, vitestTally } from './tally.ts'

const vitest = (...statuses: string[]) => ({
  testResults: [{ assertionResults: statuses.map((status) => ({ status, fullName: status })) }],
})

describe('a tally', () => {
  it('counts what passed, what failed and what this machine cannot run', () =>
    expect(vitestTally(vitest('passed', 'failed', 'passed', 'skipped'))).toEqual({ passed: 2, failed: 1, leftOut: ['skipped'] }))

  it('excuses two browser tests that passed only at the second try, but no third, and none that was skipped', () => {
    expect(playwrightTally({ stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 1 } })).toEqual({ ...nothing, passed: 5, failed: 2 })
    expect(playwrightTally({ stats: { expected: 3, unexpected: 0, flaky: 3, skipped: 0 } })).toEqual({ ...nothing, passed: 3, failed: 3 })
  })

  it('adds up', () =>
    expect(plus({ passed: 1, failed: 0, leftOut: [] }, { passed: 2, failed: 3, leftOut: ['x'] })).toMatchObject({ passed: 3, failed: 3 }))

  it('fails where the runner wrote no report, or failed outside a test', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mimamori-tally-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'report.json')
    expect(tallyOf(path, vitestTally, true).failed).toBe(1)
    writeFileSync(path, JSON.stringify(vitest('passed')))
    expect(tallyOf(path, vitestTally, false)).toMatchObject({ passed: 1, failed: 1 })
    expect(tallyOf(path, vitestTally, true)).toMatchObject({ passed: 1, failed: 0 })
  })
})
