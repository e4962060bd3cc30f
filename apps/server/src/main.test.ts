import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-main-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = (environment: Record<string, string>, ...options: string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  return { child, ended: once(child, 'close'), out: () => out, err: () => err }
}

test('--version prints the version, and nothing starts', async () => {
  const { ended, out } = run({ PORT: 'x' }, '--version')
  expect((await ended)[0]).toBe(0)
  expect(out()).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a wrong value stops the start with one line', async () => {
  const { ended, err } = run({ PORT: 'x' })
  expect((await ended)[0]).toBe(1)
  expect(err()).toBe('設定の誤り PORT：0から65535までの整数にしてください。\n')
})

test('a name that is a slip of ours is said at the start, and a folder that cannot be used ends it with one line', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const { ended, err } = run({ ROLE: 'api', DATA_DIR: file })
  expect((await ended)[0]).toBe(1)
  expect(err().trim().split('\n')).toEqual([
    '使われない環境変数があります：ROLE（ROLES の誤りではありませんか）',
    `設定の誤り DATA_DIR：${file} を使えません（フォルダーではなくファイルです）。書き込めるフォルダーにしてください。`,
  ])
})

test('a database that refuses us stops the start with one line', async () => {
  const address = Object.assign(new URL(inject('testTemplateUrl')), { username: 'nobody', password: 'hidden' })
  const { ended, err } = run({ DATABASE_URL: address.href, LOG_LEVEL: 'silent' })
  expect((await ended)[0]).toBe(1)
  expect(err().trim().split('\n')).toHaveLength(1)
  expect(err()).not.toContain('hidden')
})

test('the product starts on its embedded database, keeps its secret to itself, and ends on a signal', async () => {
  const { child, ended, out } = run({ ADMIN_PASSWORD: 'Admin-1234' })
  await expect.poll(out, { timeout: 60_000 }).toContain('http://localhost:')
  const url = /http:\/\/localhost:\d+/.exec(out())?.[0].replace('localhost', '127.0.0.1') ?? ''
  const login = await fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-1234' }),
  })
  expect(login.status).toBe(200)
  expect(out()).not.toContain('Admin-1234')
  const secret = join(dataDir, 'jwt-secret')
  expect((await stat(secret)).mode & 0o777).toBe(0o600)
  expect((await readFile(secret, 'utf8')).trim()).toHaveLength(43)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a second signal does not wait', async () => {
  const script = `
    import { stopOnSignals } from ${JSON.stringify(join(import.meta.dirname, 'platform/stop-on-signals.ts'))}
    stopOnSignals(() => {
      console.log('stops')
      return new Promise(() => undefined)
    })
    setInterval(() => undefined, 1000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const ended = once(child, 'close')
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  await expect.poll(() => out).toBe('ready\n')
  child.kill('SIGINT')
  await expect.poll(() => out).toBe('ready\nstops\n')
  expect(child.exitCode).toBeNull()
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(1)
  expect(err).toContain('SIGINT')
})
