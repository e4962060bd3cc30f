import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without any variable the product runs on its defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 8_080,
    databaseUrl: undefined,
    mqttPort: 1_883,
    roles: ['api', 'ingest', 'jobs'],
    retentionDays: 400,
    logLevel: 'info',
    jwtSecrets: undefined,
  })
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8_080, databaseUrl: undefined })
})

test('variables are read', () => {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: 'postgresql://u:p@db/mimamori',
    ROLES: 'api, jobs',
    PUBLIC_URL: 'https://mimamori.example/',
    MAIL_FROM: '見守り <mimamori@example.jp>',
    DATA_DIR: '/srv/mimamori',
  })
  expect(config).toMatchObject({
    port: 0,
    databaseUrl: 'postgresql://u:p@db/mimamori',
    roles: ['api', 'jobs'],
    publicUrl: 'https://mimamori.example',
    mailFrom: '見守り <mimamori@example.jp>',
    dataDir: '/srv/mimamori',
  })
})

test('the map tiles are the public ones with their name, others with theirs, or none', () => {
  expect(readConfig({})).toMatchObject({
    tileUrl: 'https://cyberjapandata.gsi.go.jp/xyz/pale/{z}/{x}/{y}.png',
    tileAttribution: { text: '国土地理院', url: 'https://maps.gsi.go.jp/development/ichiran.html' },
  })
  expect(readConfig({ TILE_URL: 'http://tiles.example/{z}/{x}/{y}.png', TILE_ATTRIBUTION: '自社の地図' })).toMatchObject({
    tileUrl: 'http://tiles.example/{z}/{x}/{y}.png',
    tileAttribution: { text: '自社の地図', url: null },
  })
  expect(readConfig({ TILE_URL: 'none' }).tileUrl).toBeUndefined()
})

test.each([
  ['PORT', 'abc', '設定の誤り PORT：0から65535までの整数にしてください。'],
  ['PORT', '70000', '設定の誤り PORT：0から65535までの整数にしてください。'],
  ['PORT', '-1', '設定の誤り PORT：0から65535までの整数にしてください。'],
  ['DATABASE_URL', 'mysql://x/y', '設定の誤り DATABASE_URL：postgresql://利用者:パスワード@ホスト/データベース の形にしてください。'],
  ['MQTT_SHARES', '0', '設定の誤り MQTT_SHARES：1から256までの整数にしてください。'],
  ['MQTT_URL', 'localhost', '設定の誤り MQTT_URL：mqtt://… または mqtts://… の形にしてください。'],
  ['FILES_URL', 's3:///prefix', '設定の誤り FILES_URL：s3://バケット/… または file:///… の形にしてください。'],
  ['FILES_URL', '/var/files', '設定の誤り FILES_URL：s3://バケット/… または file:///… の形にしてください。'],
  ['BACKUP_DIR', 'backups', '設定の誤り BACKUP_DIR：/ で始まるフォルダー、file:///… または s3://バケット/… の形にしてください。'],
  ['BACKUP_DIR', 's3://bucket', '設定の誤り BACKUP_KEY：BACKUP_DIR が s3://… のときは、バックアップを暗号化する鍵を指定してください。'],
  ['BACKUP_KEY', 'short', '設定の誤り BACKUP_KEY：16文字以上にしてください。'],
  ['BACKUP_HOUR', '24', '設定の誤り BACKUP_HOUR：0から23までの整数にしてください。'],
  ['ROLES', 'api,web', '設定の誤り ROLES：api、ingest、jobs をカンマで区切って並べてください。'],
  ['ROLES', ',', '設定の誤り ROLES：api、ingest、jobs のうち1つ以上を指定してください。'],
  ['ADMIN_PASSWORD', 'weak', '設定の誤り ADMIN_PASSWORD：英小文字、英大文字、数字を含む8〜100文字にしてください。'],
  ['JWT_SECRET', 'short', '設定の誤り JWT_SECRET：32文字以上にしてください。'],
  ['METRICS_PORT', 'x', '設定の誤り METRICS_PORT：0から65535までの整数にしてください。'],
  ['METRICS_TOKEN', 'short', '設定の誤り METRICS_TOKEN：16文字以上にしてください。'],
  ['DISK_FLOOR_MB', '1GB', '設定の誤り DISK_FLOOR_MB：0から10000000までの整数にしてください。'],
  ['RETENTION_DAYS', '0', '設定の誤り RETENTION_DAYS：1から3650までの整数にしてください。'],
  ['TLS_CERT', '/no/such/file', '設定の誤り TLS_CERT：読み取れるファイルの場所にしてください。'],
  ['TILE_URL', 'https://tiles.example/map.png', '設定の誤り TILE_URL：https://…/{z}/{x}/{y}.png の形か none にしてください。'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.1, proxy.example',
    '設定の誤り TRUSTED_PROXIES：プロキシのアドレスか範囲（10.0.0.0/8 など）をカンマで区切って並べてください。',
  ],
  ['LOG_LEVEL', 'loud', '設定の誤り LOG_LEVEL：fatal、error、warn、info、debug、trace、silent のどれかにしてください。'],
])('%s=%s is refused in one line', (name, value, line) => {
  expect(() => readConfig({ [name]: value })).toThrow(line)
})

test('several secrets may be in one variable; a comma in a single one is a part of it', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)]
  expect(readConfig({ JWT_SECRET: `${newer}, ${older}` }).jwtSecrets).toEqual([newer, older])
  expect(readConfig({ JWT_SECRET: `${newer}, and more` }).jwtSecrets).toEqual([`${newer}, and more`])
})

test.each([
  { DATA_DIR: '/data', BACKUP_DIR: '/data/files/' },
  { FILES_URL: 'file:///mnt/files/', BACKUP_DIR: '/mnt/files' },
  { FILES_URL: 's3://bucket/x/', BACKUP_DIR: 's3://bucket/x', BACKUP_KEY: 'k'.repeat(16) },
])('backups are not kept among the files that they hold: %j', (environment) => {
  expect(() => readConfig(environment)).toThrow('設定の誤り BACKUP_DIR：アップロードされたファイルの保存先')
  expect(readConfig({ ...environment, BACKUP_DIR: `${environment.BACKUP_DIR}/deeper` }).backup?.place).toMatch(/deeper$/)
})

test('a certificate needs its key', () => {
  expect(() => readConfig({ TLS_CERT: import.meta.filename })).toThrow(/TLS_CERT：TLS_KEY と両方/)
})

test('without TLS nobody else is listened to, unless configured', () => {
  const tls = { TLS_CERT: import.meta.filename, TLS_KEY: import.meta.filename }
  expect(readConfig({}).host).toBe('127.0.0.1')
  expect(readConfig(tls).host).toBe('0.0.0.0')
  expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  expect(readConfig({ ...tls, HOST: '10.0.0.5' }).host).toBe('10.0.0.5')
})

test('a wrong secret is not repeated', () => {
  expect(() => readConfig({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})
