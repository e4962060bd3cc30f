import { readFileSync } from 'node:fs'

/**
 * How many tests passed, the names of those that failed, of those that passed at the second try only (counted as passed, too),
 * and of those that cannot run on this machine.
 */
export type Tally = {
  readonly passed: number
  readonly failures: readonly string[]
  readonly flaky: readonly string[]
  readonly leftOut: readonly string[]
}

export const nothing: Tally = { passed: 0, failures: [], flaky: [], leftOut: [] }

/** The sum of two tallies. */
export const plus = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
  leftOut: [...a.leftOut, ...b.leftOut],
})

const failureOf = (name: string): Tally => ({ ...nothing, failures: [name] })

/** A step that is no test counts as one failed test when it fails, and as nothing when it does not. */
export const ofStep = (name: string, succeeded: boolean): Tally => (succeeded ? nothing : failureOf(name))

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      /** Of every try: a test that passed at the second one has those of the first. */
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

type PlaywrightSuite = {
  readonly specs?: readonly { readonly file: string; readonly title: string; readonly tests: readonly { readonly status: string }[] }[]
  readonly suites?: readonly PlaywrightSuite[]
}
type PlaywrightReport = { readonly suites: readonly PlaywrightSuite[] }

/** The names and figures of a vitest JSON report. A file that failed without a failed test (it does not load) is one failure. */
export const vitestTally = ({ testResults }: VitestReport): Tally => {
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })))
  const leftOut = tests.filter(({ status }) => status === 'pending' || status === 'skipped').map(({ fullName }) => fullName)
  const passed = tests.filter(({ status }) => status === 'passed')
  const flaky = passed.filter(({ failureMessages }) => (failureMessages ?? []).length > 0)
  const failed = tests.filter(({ status }) => !['passed', 'pending', 'skipped'].includes(status))
  const broken = testResults.filter(({ name, status }) => status === 'failed' && failed.every(({ file }) => file !== name))
  const named = ({ file, fullName }: { readonly file: string; readonly fullName: string }) => `${file}: ${fullName}`
  return {
    passed: passed.length,
    failures: [...failed.map(named), ...broken.map(({ name }) => name)],
    flaky: flaky.map(named),
    leftOut,
  }
}

/** So many browser tests may need their second try in one run (decisions/0015). */
const secondTries = 2

/** Counts those that passed at the second try as failed once they are more than chance on a busy machine explains. */
export const withoutExcess = (tally: Tally): Tally =>
  tally.flaky.length <= secondTries
    ? tally
    : { ...tally, passed: tally.passed - tally.flaky.length, failures: [...tally.failures, ...tally.flaky] }

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** The names and figures of a Playwright JSON report. Every machine can run all of these, so a skipped one has failed. */
export const playwrightTally = ({ suites }: PlaywrightReport): Tally => {
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests: runs }) => runs.map(({ status }) => ({ name: `${file}: ${title}`, status })))
  const named = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).map(({ name }) => name)
  const flaky = named('flaky')
  return { ...nothing, passed: named('expected').length + flaky.length, failures: named('unexpected', 'skipped'), flaky }
}

/**
 * Reads a runner's report. A runner that failed without naming a test (no report at all, an error outside of the tests)
 * counts as one failure of that name.
 */
export const tallyOf = <Report>(name: string, path: string, read: (report: Report) => Tally, succeeded: boolean): Tally => {
  let tally: Tally
  try {
    tally = read(JSON.parse(readFileSync(path, 'utf8')) as Report)
  } catch {
    return failureOf(name)
  }
  return succeeded || tally.failures.length > 0 ? tally : plus(tally, failureOf(name))
}
