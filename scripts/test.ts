import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amtool, chromium, findTool, mosquitto, prometheus, promtool } from './find-tool.ts'
import { ensureTools } from './ensure-tools.ts'
import { changedFiles, serverTestsBeside } from './changed-files.ts'
import { foldersOfTypes } from './changed-types.ts'
import { slowFiles } from './slow-tests.ts'
import { inTurn, root, runStep, type Step } from './steps.ts'
import { nothing, ofStep, playwrightTally, plus, type Tally, tallyOf, vitestTally, withoutExcess } from './tally.ts'

const isFast = process.argv.includes('--fast')
const reports = mkdtempSync(join(tmpdir(), 'mimamori-tests-'))

const changed = isFast ? changedFiles() : []

const format: Step = { name: 'format', command: ['oxfmt', '--check', '.'] }
// The linter reads all types, and the compiler's errors with them (decisions/0171).
const lint: Step = { name: 'types and lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'] }
const deadCode: Step = { name: 'dead code', command: ['knip'] }
const webBuild: Step = { name: 'web build', command: ['node', 'scripts/build-web.ts', '--always'] }

// What has not changed was checked before: the linter would read all sources again, and the compiler knows from its last run.
const ofChanged = (): Step[] => {
  const files = changed.filter((path) => existsSync(join(root, path)))
  const named = ['--no-error-on-unmatched-pattern', ...files]
  const own: Step[] = [
    { name: 'format of changed files', command: ['oxfmt', '--check', ...named] },
    { name: 'lint of changed files', command: ['oxlint', '--type-aware', '--deny-warnings', ...named] },
  ]
  const types = foldersOfTypes(changed).map((folder): Step => ({ name: `types of ${folder}`, command: ['tsc', '-p', folder] }))
  return [...(files.length > 0 ? own : []), ...types, deadCode]
}

type Stage = () => Promise<Tally>
const beside =
  (...stages: readonly [Stage, Stage]): Stage =>
  async () =>
    plus(...(await Promise.all([stages[0](), stages[1]()])))
const oneByOne =
  (...stages: readonly Stage[]): Stage =>
  async () => {
    let sum = nothing
    for (const stage of stages) sum = plus(sum, await stage())
    return sum
  }

const checks: Stage = async () => {
  const lanes = isFast ? [inTurn(ofChanged())] : [runStep(lint), inTurn([format, deadCode])]
  return ofStep('types, format, lint or dead code', (await Promise.all(lanes)).every(Boolean))
}

// Left to the whole run as well.
const slowProject = 'web-browser'

const rows = mkdtempSync(join(reports, 'rows-'))

const vitest = async (env: NodeJS.ProcessEnv = {}, ...options: string[]): Promise<Tally> => {
  const report = join(reports, 'vitest.json')
  const succeeded = await runStep({
    name: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...options],
    env: { ...env, ROW_TYPES: rows },
    live: true,
  })
  return tallyOf('tests', report, vitestTally, succeeded)
}

const rowsAsPromised: Stage = async () => {
  const areKept = await runStep({
    name: 'rows as promised',
    command: ['node', 'rules/check-row-types.ts', rows, ...(isFast ? [] : ['--whole'])],
    live: true,
  })
  return ofStep('rows as promised (decisions/0110)', areKept)
}

let isBuilt = false
const build: Stage = async () => {
  isBuilt = await runStep(webBuild)
  return ofStep(webBuild.name, isBuilt)
}

// A console that could not be built would be tried as it was before.
const stories: Stage = async () => {
  if (!isBuilt) return nothing
  const report = join(reports, 'playwright.json')
  const succeeded = await runStep({
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    live: true,
  })
  return tallyOf('browser tests', report, playwrightTally, succeeded)
}

// What keeps one core only busy goes beside what keeps all of them busy.
const whole = oneByOne(beside(checks, build), () => vitest(), beside(rowsAsPromised, stories))
const fastTests: Stage = () => vitest({ FAST_TESTS: serverTestsBeside(changed).join(' ') }, `--project=!${slowProject}`)
const fast = beside(checks, oneByOne(fastTests, rowsAsPromised))

const everything = async (): Promise<Tally> => {
  try {
    ensureTools()
  } catch (error) {
    return ofStep((error as Error).message, false)
  }
  // The tests below find the programs where this step found or put them.
  for (const tool of [chromium, mosquitto, prometheus, promtool, amtool]) process.env[tool.variable] = findTool(tool)
  // The products and tools that the tests start, over and over, read what an earlier start has compiled.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compiled')
  return isFast ? fast() : whole()
}

const began = performance.now()
const { passed, failures, flaky, leftOut } = withoutExcess(await everything())
rmSync(reports, { recursive: true, force: true })
for (const name of failures) console.log(`failed: ${name.replace(`${root}/`, '')}`)
for (const name of flaky) console.log(`passed at the second try: ${name.replace(`${root}/`, '')}`)
for (const name of leftOut) console.log(`cannot run on this machine: ${name}`)
const leftToWhole = ['lint of other files', 'e2e', slowProject, 'server tests in folders where no file has changed', ...slowFiles]
if (isFast) for (const name of leftToWhole) console.log(`left to the whole run: ${name}`)
console.log(`${isFast ? 'fast' : 'whole'} run: ${((performance.now() - began) / 60_000).toFixed(1)} min`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
