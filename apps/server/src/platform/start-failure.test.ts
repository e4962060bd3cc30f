import { createServer } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from './config/config.ts'
import { MigrationError } from './database/migrate.ts'
import { describeStartFailure, noRetryExitCode, exitCodeOf } from './start-failure.ts'

const failedBy = (code: string) => new MigrationError('failed', { cause: Object.assign(new pg.DatabaseError('x', 1, 'error'), { code }) })

test('what the operator can mend is one line', () => {
  expect(describeStartFailure(new ConfigError('設定の誤り PORT：…'))).toBe('設定の誤り PORT：…')
  expect(describeStartFailure(new MigrationError('Migration 0001 failed'))).toBe('見守りを始められません：Migration 0001 failed')
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(describeStartFailure(refused)).toBe(
    '見守りを始められません：データベースに接続できません（ECONNREFUSED）。DATABASE_URL を確認してください。',
  )
})

test('a port in use is named', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as { port: number }
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [unknown]
  expect(describeStartFailure(error)).toBe(
    `見守りを始められません：ポート ${port} は、ほかのプログラムが使っています。PORT や MQTT_PORT で別の番号を指定してください。`,
  )
  first.close()
})

test('a fault of ours shows where it is', () => {
  expect(describeStartFailure(new TypeError('x is not a function'))).toContain('start-failure.test.ts')
})

test.each([
  ['a database of a newer release', new MigrationError('newer'), noRetryExitCode],
  ['a migration with a fault', failedBy('42703'), noRetryExitCode],
  ['a migration that the disk had no room for', failedBy('53100'), 1],
  ['a migration that waited for a lock too long', failedBy('55P03'), 1],
  ['a migration that somebody stopped', failedBy('57014'), 1],
  ['a database that is away', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 1],
  ['a wrong setting, which somebody may be mending', new ConfigError('設定の誤り PORT：…'), 1],
])('after %s the exit code says whether another try may end otherwise', (_, error, code) => {
  expect(exitCodeOf(error)).toBe(code)
})
