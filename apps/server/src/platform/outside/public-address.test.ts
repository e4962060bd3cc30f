import { expect, test } from 'vitest'
import { isNamedHost, isPublicAddress, publicLookup } from './public-address.ts'

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  'no address',
])('%s is not out on the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888'])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a name that leads into our own network has no address', async () => {
  const found = (all: boolean) =>
    new Promise((resolve) => publicLookup('localhost', { all }, (error, address) => resolve(error?.code ?? address)))
  expect([await found(true), await found(false)]).toEqual(['EPRIVATE', 'EPRIVATE'])
})

test.each([
  [['intra.example:443'], 'https://Intra.Example/x', true],
  [['intra.example:80'], 'http://intra.example/x', true],
  [['intra.example:443'], 'https://intra.example:8443/x', false],
  [['intra.example:443'], 'http://intra.example/x', false],
  [['intra.example:*'], 'https://intra.example:8443/x', true],
  [['intra.example'], 'https://intra.example:8443/x', true],
  [['intra.example'], 'https://other.example/x', false],
])('%j names the host of %s: %s', (hosts, url, isNamed) => {
  expect(isNamedHost(hosts, new URL(url))).toBe(isNamed)
})
