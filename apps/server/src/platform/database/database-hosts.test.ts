import { expect, test } from 'vitest'
import { faultOfDatabaseUrl, readDatabaseHosts } from './database-hosts.ts'

const read = (url: string) => readDatabaseHosts(url).map(({ name, host, port }) => [name, host, port])

test('reads several hosts as libpq does, each with its own port', () => {
  expect(readDatabaseHosts('postgres://u:p%40,@db1:5432,db2:5433/mimamori?target_session_attrs=read-write&sslmode=require')).toEqual([
    { name: 'db1:5432', host: 'db1', port: 5_432, url: 'postgres://u:p%40,@db1:5432/mimamori?sslmode=require' },
    { name: 'db2:5433', host: 'db2', port: 5_433, url: 'postgres://u:p%40,@db2:5433/mimamori?sslmode=require' },
  ])
  expect(read('postgresql://u@db1,[2001:db8::7]:6000/m?target_session_attrs=primary')).toEqual([
    ['db1:5432', 'db1', 5_432],
    ['[2001:db8::7]:6000', '2001:db8::7', 6_000],
  ])
  expect(read('postgresql://u:p@%2Frun%2Fa,%2Frun%2Fb/m')).toEqual([
    ['/run/a:5432', '/run/a', 5_432],
    ['/run/b:5432', '/run/b', 5_432],
  ])
})

test.each([
  'postgresql://u:p@db/m',
  'postgres://u:p@[::1]:5432/m',
  'postgresql:///m?host=/run/a',
  'postgres://u:p@/m?host=/run/a',
  'postgresql://u:a@b@db/m?x=1',
])('hands on the address of one host as it is: %s', (url) => expect(readDatabaseHosts(url).map((host) => host.url)).toEqual([url]))

const form = 'postgresql://利用者:パスワード@ホスト/データベース の形にしてください。'
const hosts = `ホストを読み取れません。${form}複数のホストは ホスト1:5432,ホスト2:5432 のように、カンマで区切ってください。`
test.each([
  ['mysql://x/y', form],
  ['postgresql://u:secret@db%ZZ/m', form],
  ['postgresql://u:secret@db:port/m', form],
  ['postgresql://u:secret@db1,,db2/m', hosts],
  ['postgresql://u:secret@db1:5432,db2:70000/m', hosts],
  ['postgresql://u:secret@db1:5432,db2:0/m', hosts],
  ['postgresql://u:secret@db1,::1/m', hosts],
  ['postgresql://u:secret@db1,db2/m?port=5432', 'ホストは host=…、port=… ではなく、データベース名の前に並べてください。'],
  [
    'postgresql://u:secret@db1,db2/m?target_session_attrs=any',
    'target_session_attrs は read-write か primary にしてください。書き込めるデータベースだけを使います。',
  ],
  [
    'postgresql://u:secret@db1/m?target_session_attrs=standby',
    'target_session_attrs は read-write か primary にしてください。書き込めるデータベースだけを使います。',
  ],
])('says what is wrong with %s, and never the password', (url, fault) => {
  expect(faultOfDatabaseUrl(url)).toBe(fault)
  expect(() => readDatabaseHosts(url)).toThrow(`設定の誤り DATABASE_URL：${fault}`)
  expect(fault).not.toContain('secret')
})
