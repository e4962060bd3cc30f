import { describe, expect, it } from 'vitest'
import { beyond, checkersSwitchedOff, defaultExports, longFiles, machineTests, printedSecrets } from './exceptions.ts'
import {
  conditionalTests,
  idleTests,
  inDrawers,
  putOff,
  secretsLogged,
  tooLong,
  unchecked,
  withDefaultExport,
  wronglyNamed,
} from './files.ts'
import { readTree, type SourceFile } from './tree.ts'

const tree = readTree()
const file = (path: string, text = ''): SourceFile => ({ path, text })

describe('files', () => {
  it('are short enough to read', () => expect(beyond(tooLong(tree), longFiles)).toEqual([]))
  it('are named in kebab-case', () => expect(wronglyNamed(tree)).toEqual([]))
  it('are in no drawers', () => expect(inDrawers(tree)).toEqual([]))

  it('notice a long file, a wrong name and a drawer', () => {
    expect(tooLong([file('a.ts', 'x\n'.repeat(301)), file('a.test.ts', 'x\n'.repeat(500))])).toEqual(['a.ts'])
    expect(wronglyNamed([file('apps/web/src/home/HomePage.tsx'), file('apps/web/vite.config.ts')])).toHaveLength(1)
    expect(inDrawers([file('apps/web/src/hooks/use-clock.ts'), file('rules/utils.ts'), file('rules/common-cold.ts')])).toHaveLength(2)
    expect(inDrawers([file('apps/server/src/shared/thing.ts'), file('apps/server/src/shared/accounts/login.ts')])).toHaveLength(1)
  })
})

describe('code', () => {
  it('has no default export', () => expect(beyond(withDefaultExport(tree), defaultExports)).toEqual([]))
  it('never says any', () => expect(unchecked(tree).any).toEqual([]))
  it('switches no checker off', () => expect(beyond(unchecked(tree).switchedOff, checkersSwitchedOff)).toEqual([]))
  it('puts nothing off', () => expect(putOff(tree)).toEqual([]))
  it('runs every test it has', () => expect(idleTests(tree)).toEqual([]))
  it('runs it on every machine', () => expect(beyond(conditionalTests(tree), machineTests)).toEqual([]))

  it('notices each of them', () => {
    expect(withDefaultExport([file('a.ts', 'export default 1'), file('a.config.ts', 'export default 1')])).toEqual(['a.ts'])
    expect(withDefaultExport([file('a.ts', "export { default } from './b.ts'")])).toEqual(['a.ts'])
    expect(unchecked([file('a.ts', 'const a = 1\nconst b: any = a // any')]).any).toEqual(['a.ts:2'])
    expect(unchecked([file('a.ts', '// @ts-' + 'ignore\n')]).switchedOff).toEqual(['a.ts'])
    expect(putOff([file('a.ts', '// ' + 'TO' + 'DO later'), file('b.sql', '-- toddler')])).toEqual(['a.ts'])
    expect(idleTests([file('a.test.ts', ['it', "only('x')"].join('.')), file('b.test.ts', "it('only')")])).toEqual(['a.test.ts'])
    expect(conditionalTests([file('a.test.ts', 'test.' + 'runIf(root)()')])).toEqual(['a.test.ts'])
  })
})

describe('logs', () => {
  it('hold no secret', () => expect(beyond(secretsLogged(tree), printedSecrets)).toEqual([]))

  it.each([
    'log.info({ password }, "x")',
    'console.log(`key ${key.secret}`)',
    'request.log.warn(refreshToken)',
    'process.stdout.write(password)',
  ])('notice %s', (text) => expect(secretsLogged([file('a.ts', text)])).toEqual(['a.ts']))

  it.each(['log.info("the password was changed")', 'form.write(password)', 'log.info({ userId }, `token of ${userId} ended`)'])(
    'let %s pass',
    (text) => expect(secretsLogged([file('a.ts', text)])).toEqual([]),
  )
})

describe('an exception', () => {
  it('fails once nothing needs it', () =>
    expect(beyond(['a.ts'], { 'a.ts': 'a table', 'b.ts': 'was long' })).toEqual(['b.ts needs no exception any more']))
})
