import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a part that fails is reported, the next one runs, and the exit code and the last line say that something failed', () => {
  const program = `
    import { attempt, reportFailures } from './attempt.ts'
    await attempt('first', () => { throw new Error('no such table') })
    await attempt('second', () => console.log(JSON.stringify({ name: 'second', value: 1 })))
    reportFailures()`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { name: 'first', failed: 'no such table' },
    { name: 'second', value: 1 },
  ])
  expect(status).toBe(1)
  expect(stderr).toMatch(/1 could not be measured:\nfirst: no such table\n$/)
})
