import { expect, test } from 'vitest'
import { variableNames } from './config/variables.ts'
import { describeUnknownVariables } from './unknown-variables.ts'

test.each([
  ['ROLE', 'ROLES'],
  ['ROELS', 'ROLES'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['MIMAMORI_DATA_DIR', 'DATA_DIR'],
  ['TRUST_PROXIES', 'TRUSTED_PROXIES'],
])('%s is said to be unused, and that %s may be meant', (name, suggestion) => {
  const line = describeUnknownVariables({ [name]: 'a secret' })
  expect(line).toBe(`使われない環境変数があります：${name}（${suggestion} の誤りではありませんか）`)
})

test('names that only the product could have are said in one line with the others, and no value is', () => {
  expect(describeUnknownVariables({ ROLE: 'api', MQTT_HOST: 'x', PATH: '/bin', SMTP_PASSWORD: 'geheim' })).toBe(
    '使われない環境変数があります：ROLE（ROLES の誤りではありませんか）、MQTT_HOST、SMTP_PASSWORD',
  )
})

test('what others set is nothing to speak of', () => {
  const others =
    'HOME HOSTNAME POSTGRES_DB TZ LANG SHELL NODE_ENV LOGNAME LOG npm_config_port MAIL AWS_REGION NODE_EXTRA_CA_CERTS ' +
    'BACKUP_KEY DEMO_DAYS MQTT_PORT_1883_TCP_ADDR MQTT_SERVICE_HOST MQTT_SERVICE_PORT SMTP_PORT'
  const environment = Object.fromEntries([...variableNames, ...others.split(' ')].map((name) => [name, 'x']))
  expect(describeUnknownVariables({ ...environment, ROLE: '' })).toBeUndefined()
})
