import { readFileSync } from 'node:fs'

/** How many tests passed and failed, and the names of those that cannot run on this machine. */
export type Tally = { readonly passed: number; readonly failed: number; readonly leftOut: readonly string[] }

export const nothing: Tally = { passed: 0, failed: 0, leftOut: [] }
const oneFailure: Tally = { ...nothing, failed: 1 }

/** The sum of two tallies. */
export const plus = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  leftOut: [...a.leftOut, ...b.leftOut],
})

/** A step that is no test counts as one failed test when it fails, and as nothing when it does not. */
export const ofStep = (succeeded: boolean): Tally => (succeeded ? nothing : oneFailure)

type VitestReport = {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

type PlaywrightReport = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
}

/** The figures of a vitest JSON report. */
export const vitestTally = ({ testResults }: VitestReport): Tally => {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const leftOut = tests.filter((test) => test.status === 'pending' || test.status === 'skipped').map((test) => test.fullName)
  const passed = tests.filter((test) => test.status === 'passed').length
  return { passed, failed: tests.length - passed - leftOut.length, leftOut }
}

/** So many browser tests may need their second try in one run (decisions/0015). */
const secondTries = 2

/**
 * The figures of a Playwright JSON report. Every machine can run all of these, so a skipped one has failed. Those that
 * passed at the second try count as failed once they are more than chance on a busy machine explains.
 */
export const playwrightTally = ({ stats }: PlaywrightReport): Tally => {
  const excused = stats.flaky <= secondTries ? stats.flaky : 0
  return { ...nothing, passed: stats.expected + excused, failed: stats.unexpected + stats.flaky - excused + stats.skipped }
}

/**
 * Reads a runner's report. A runner that failed without naming a test (a file that does not load, no report at all)
 * counts as one failure.
 */
export const tallyOf = <Report>(path: string, read: (report: Report) => Tally, succeeded: boolean): Tally => {
  let tally: Tally
  try {
    tally = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
  } catch {
    return oneFailure
  }
  return succeeded || tally.failed > 0 ? tally : plus(tally, oneFailure)
}
