import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestContext } from '../platform/test-context.ts'

const run = (command: string, file: string, environment: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../command.ts'), ...command.split(' '), file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

test('the check of a backup leaves nothing of it, neither where a signal stops it, nor of one that was killed before', async () => {
  const { url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-check-'))
  onTestFinished(async () => {
    await rm(folder, { recursive: true })
    await drop()
  })
  await chmod(folder, 0o711)
  const file = pathToFileURL(join(folder, 'a.backup')).href
  await once(run('backup', file, { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }), 'exit')
  const temporary = join(folder, 'tmp')
  await mkdir(temporary, { mode: 0o711 })
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('mimamori-backup-check-'))
  // No process has that number.
  const killed = join(temporary, 'mimamori-backup-check-999999999-x')
  await mkdir(join(killed, 'postgres'), { recursive: true })
  await writeFile(join(killed, 'postgres', 'rows'), 'of somebody')

  const stopped = run('restore --check', file, { TMPDIR: temporary })
  const exit = once(stopped, 'exit')
  const isRunning = async () => {
    const [scratch] = await left()
    return scratch !== undefined && !scratch.includes('999999999') && isThere(join(temporary, scratch, 'postgres', 'url'))
  }
  while (!(await isRunning()) && stopped.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
  stopped.kill('SIGTERM')
  expect(await exit).toEqual([null, 'SIGTERM'])
  expect(await left()).toEqual([])

  const whole = run('restore --check', file, { TMPDIR: temporary })
  const [said] = await Promise.all([whole.stdout === null ? '' : text(whole.stdout), once(whole, 'exit')])
  expect(said).toContain('restored and checked')
  expect(await left()).toEqual([])
})
