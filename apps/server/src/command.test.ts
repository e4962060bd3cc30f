import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from './platform/version.ts'

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
    const child = execFile(process.execPath, [join(import.meta.dirname, 'command.ts'), ...args], (_, out, wrong) =>
      resolve({ code: child.exitCode ?? -1, out, wrong }),
    )
  })

test('the command names its version and what it can do, and refuses what it cannot', async () => {
  const [named, help, wrong, none, one] = await Promise.all([
    run('version'),
    run('help'),
    run('constructor'),
    run(),
    run('backup', '--help'),
  ])
  expect(named).toEqual({ code: 0, out: `${version}\n`, wrong: '' })
  expect(help).toMatchObject({ code: 0, wrong: '' })
  expect(help.out).toContain('mimamori reset-password LOGIN_ID\n')
  expect(wrong).toMatchObject({
    code: 2,
    out: '',
    wrong: expect.stringMatching(/^constructor というコマンドはありません[^]*mimamori unlock/),
  })
  expect(none).toMatchObject({ code: 2, out: '' })
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('mimamori backup FILE [--overwrite]\n') })
})
