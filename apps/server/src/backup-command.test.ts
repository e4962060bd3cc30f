import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestContext } from './platform/test-context.ts'

const run = (url: string, ...more: string[]) =>
  new Promise<{ code: number; wrong: string }>((resolve) => {
    const command = join(import.meta.dirname, 'backup-command.ts')
    const child = execFile(process.execPath, [command, ...more], { env: { ...process.env, DATABASE_URL: url } }, (_, __, wrong) =>
      resolve({ code: child.exitCode ?? -1, wrong }),
    )
  })

test('where nobody can be asked a backup replaces no file unless the command says so', async () => {
  const { url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
  const file = join(folder, 'backup')
  expect(await run(url, file)).toEqual({ code: 0, wrong: '' })
  await writeFile(file, 'the only one')
  expect(await run(url, file)).toEqual({ code: 1, wrong: expect.stringContaining('--overwrite') })
  expect(await run(url, file, '--overwritten')).toMatchObject({ code: 2 })
  expect(await readFile(file, 'utf8')).toBe('the only one')
  expect(await run(url, file, '--overwrite')).toEqual({ code: 0, wrong: '' })
  expect(await readFile(file, 'utf8')).not.toBe('the only one')
  await rm(folder, { recursive: true })
  await drop()
})
