import { expect, test } from 'vitest'
import { httpExample, mqttExample } from './key-examples.ts'

const key = {
  id: 'a1b2',
  secret: 's3cret',
  name: '東ゲート',
  mqtt: { host: null, port: 1_883, tls: false, hasOwnPasswords: false },
  isCollected: true,
}
const place = { origin: 'https://mimamori.example', device: 'GW-01', at: '2026-07-20T13:05:00+09:00' }

test('the commands name this server, this key and a reading that judges nobody', () => {
  const body = `{"readings":[{"kind":"gateway","device":"GW-01","at":"2026-07-20T13:05:00+09:00","waveLevel":4}]}`
  expect(httpExample(key, place)).toBe(
    `curl -X POST 'https://mimamori.example/api/ingest' \\\n  -H 'Authorization: Bearer a1b2.s3cret' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
  )
  expect(mqttExample(key, place)).toBe(
    `mosquitto_pub -h 'mimamori.example' -p 1883 -q 1 \\\n  -u 'a1b2' -P 's3cret' \\\n  -t 'mimamori/v1/a1b2/readings' \\\n  -m '${body}'`,
  )
})

test('a broker outside is named, and a site without one gets no command for it', () => {
  expect(mqttExample({ ...key, mqtt: { host: 'broker.example', port: 8_883, tls: true, hasOwnPasswords: true } }, place)).toContain(
    "-h 'broker.example' -p 8883 --tls-use-os-certs ",
  )
  expect(mqttExample({ ...key, mqtt: null }, place)).toBeUndefined()
})
