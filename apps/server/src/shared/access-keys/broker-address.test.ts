import { expect, test } from 'vitest'
import { brokerAddress } from './broker-address.ts'

const embedded = { mqttUrl: undefined, publicMqttUrl: undefined, mqttPort: 1_883, tlsCert: undefined }

test('the own broker has the name by which people know the server', () => {
  expect(brokerAddress(embedded)).toEqual({ host: null, port: 1_883, tls: false, hasOwnPasswords: false })
  expect(brokerAddress({ ...embedded, mqttPort: 8_884, tlsCert: '/etc/cert.pem' })).toEqual({
    host: null,
    port: 8_884,
    tls: true,
    hasOwnPasswords: false,
  })
  expect(brokerAddress({ ...embedded, mqttPort: 0 })).toBeNull()
})

test('a broker outside is named by its host and port, never with its password', () => {
  expect(brokerAddress({ ...embedded, mqttUrl: 'mqtts://mimamori:geheim@broker.example' })).toEqual({
    host: 'broker.example',
    port: 8_883,
    tls: true,
    hasOwnPasswords: true,
  })
  expect(brokerAddress({ ...embedded, mqttUrl: 'mqtt://broker.example:1884' })).toEqual({
    host: 'broker.example',
    port: 1_884,
    tls: false,
    hasOwnPasswords: true,
  })
  expect(brokerAddress({ ...embedded, mqttUrl: 'wss://broker.example/mqtt' })).toEqual({
    host: 'broker.example',
    port: 8_883,
    tls: true,
    hasOwnPasswords: true,
  })
})

test('gateways get the address that the operator names, whichever broker answers there', () => {
  const publicMqttUrl = 'mqtts://gateways.example'
  const named = { host: 'gateways.example', port: 8_883, tls: true }
  expect(brokerAddress({ ...embedded, publicMqttUrl })).toEqual({ ...named, hasOwnPasswords: false })
  expect(brokerAddress({ ...embedded, mqttPort: 0, publicMqttUrl })).toEqual({ ...named, hasOwnPasswords: false })
  expect(brokerAddress({ ...embedded, publicMqttUrl, mqttUrl: 'mqtt://mosquitto:1883' })).toEqual({ ...named, hasOwnPasswords: true })
  expect(brokerAddress({ ...embedded, publicMqttUrl: 'mqtt://10.1.2.3:2883' })).toEqual({
    host: '10.1.2.3',
    port: 2_883,
    tls: false,
    hasOwnPasswords: false,
  })
})
