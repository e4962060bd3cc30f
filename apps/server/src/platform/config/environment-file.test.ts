import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentFile, loadEnvironmentFile, parseEnvironmentFile } from './environment-file.ts'
import { settingsFile } from './settings-file.ts'

test('a file is read as systemd reads it', () => {
  const text = String.raw`# a comment
; another one
PORT=8080
  TILE_ATTRIBUTION = 国土地理院 https://maps.gsi.go.jp/   
METRICS_TOKEN=one#two;three
MAIL_FROM="見守り <mimamori@example.jp>"
ADMIN_PASSWORD='a "b" \n $HOME'
SMTP_URL="smtp://a\"b\$c\n@host"
JWT_SECRET=first,\
second
EMPTY=
DATA_DIR=it's
BACKUP_KEY=a"b"c  
MQTT_PASSWORD="a b" 'c' d"e f
MQTT_USERNAME="quoted"later'
two words=no variable
LAST=x`
  expect(Object.fromEntries(parseEnvironmentFile(text))).toEqual({
    PORT: '8080',
    TILE_ATTRIBUTION: '国土地理院 https://maps.gsi.go.jp/',
    METRICS_TOKEN: 'one#two;three',
    MAIL_FROM: '見守り <mimamori@example.jp>',
    ADMIN_PASSWORD: String.raw`a "b" \n $HOME`,
    SMTP_URL: String.raw`smtp://a"b$c\n@host`,
    JWT_SECRET: 'first,second',
    EMPTY: '',
    DATA_DIR: "it's",
    BACKUP_KEY: 'a"b"c',
    MQTT_PASSWORD: 'a bcd"e f',
    MQTT_USERNAME: "quotedlater'",
    LAST: 'x',
  })
})

test('what is set already stays, and no file is no fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-env-'))
  const file = join(folder, 'mimamori.env')
  const environment: NodeJS.ProcessEnv = { PORT: '1' }
  loadEnvironmentFile(file, environment)
  writeFileSync(file, 'PORT=2\nMQTT_PORT=3\n')
  loadEnvironmentFile(file, environment)
  expect(environment).toEqual({ PORT: '1', MQTT_PORT: '3' })
  expect(() => loadEnvironmentFile(folder, environment)).toThrow(`設定ファイル ${folder} を読み取れません（EISDIR）`)
  rmSync(folder, { recursive: true })
})

test('a value that is given wins in whichever of the two ways it is given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-env-'))
  const file = join(folder, 'mimamori.env')
  writeFileSync(file, 'BACKUP_KEY=age1public\nJWT_SECRET_FILE=/etc/mimamori/jwt\nSMTP_URL_FILE=/etc/mimamori/smtp\n')
  const environment: NodeJS.ProcessEnv = { BACKUP_KEY_FILE: '/root/secret', JWT_SECRET: 'given', SMTP_URL: '' }
  loadEnvironmentFile(file, environment)
  expect(environment).toEqual({
    BACKUP_KEY_FILE: '/root/secret',
    JWT_SECRET: 'given',
    SMTP_URL: '',
    SMTP_URL_FILE: '/etc/mimamori/smtp',
  })
  rmSync(folder, { recursive: true })
})

test("a checkout's commands read no file of the machine unless one is named", () => {
  expect(environmentFile({})).toBe('/etc/mimamori/mimamori.env')
  expect(environmentFile({ npm_command: 'run' })).toBeUndefined()
  expect(environmentFile({ npm_command: 'run', MIMAMORI_ENV_FILE: '/x' })).toBe('/x')
  expect(environmentFile({ MIMAMORI_ENV_FILE: '' })).toBeUndefined()
})

test('the file that an installation begins with is read as it was written', () => {
  const set = { DATA_DIR: '/var/lib/mimamori', ADMIN_PASSWORD: String.raw`a "b" $c\d #e;'f`, TILE_ATTRIBUTION: '国土地理院 https://x/' }
  expect(Object.fromEntries(parseEnvironmentFile(settingsFile(set)))).toEqual(set)
})
