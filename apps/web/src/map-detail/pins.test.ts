import { expect, test } from 'vitest'
import { pinsOf } from './pins.ts'
import { gatewayOf, mapOf } from './test-map.ts'

test('main gateways come first; a pin is called by its place, and by its ID where nobody has named one', () => {
  const listGateways = [
    gatewayOf('GW-02', { gatewayType: '2' }),
    gatewayOf('GW-01', { locationName: '3F 中央' }),
    gatewayOf('GW-03', { status: '0' }),
  ]
  expect(pinsOf(mapOf({ listGateways })).map(({ key, word, name }) => [key, word, name])).toEqual([
    ['gateway/GW-01', 'main', '3F 中央'],
    ['gateway/GW-02', 'sub', 'GW-02'],
  ])
})
