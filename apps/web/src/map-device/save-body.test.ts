import { siteMap } from '@mimamori/contract/site-map'
import { expect, it } from 'vitest'
import { placingOf, placingReducer } from './placing.ts'
import { saveBody } from './save-body.ts'
import { at, makeSiteDevice, mapId } from './test-devices.ts'

const watcher = makeSiteDevice('heat', '000103', { spot: at(43, 62), version: 4 })
const main = makeSiteDevice('main', 'GW-01', { spot: at(50, 28), version: 5 })
const spare = makeSiteDevice('barometer', 'RB-0004', { version: 6 })
const start = placingOf([watcher, main, spare])

it('sends what changed and nothing else, each with the version it was read with', () => {
  const changed = [
    { type: 'set', key: watcher.key, spot: at(57, 76.5) } as const,
    { type: 'take-off', key: main.key } as const,
    {
      type: 'place',
      spots: new Map([[spare.key, { kind: 'degrees', latitude: 35.6, longitude: 139.7 } as const]]),
      name: '階段室前',
    } as const,
  ].reduce(placingReducer, start)
  const body = saveBody(mapId, 3, changed)
  expect(body).toEqual({
    officeId: 3,
    listSismilDto: [{ serialNumber: '000103', officeId: 3, version: 4, mapId, positionX: 57, positionY: 76.5 }],
    listGatewayDto: [
      { serialNumber: 'GW-01', officeId: 3, version: 5, mapId: null, positionX: null, positionY: null, latitude: null, longitude: null },
    ],
    listReferenceDto: [
      {
        id: 'RB-0004',
        officeId: 3,
        version: 6,
        mapId,
        positionX: null,
        positionY: null,
        latitude: 35.6,
        longitude: 139.7,
        locationName: '階段室前',
      },
    ],
  })
  expect(siteMap.setDevices.body?.safeParse(body).success).toBe(true)
})

it('sends with a new name the current place, and none if the device is on another map', () => {
  const away = makeSiteDevice('main', 'GW-08', { mapId: 8, version: 9 })
  const renamed = [
    { type: 'rename', key: watcher.key, name: '' } as const,
    { type: 'rename', key: away.key, name: '受付' } as const,
  ].reduce(placingReducer, placingOf([{ ...watcher, name: '南側' }, away]))
  const { listSismilDto, listGatewayDto } = saveBody(mapId, 3, renamed)
  expect(listSismilDto).toEqual([
    { serialNumber: '000103', officeId: 3, version: 4, mapId, positionX: 43, positionY: 62, locationName: '' },
  ])
  expect(listGatewayDto).toEqual([{ serialNumber: 'GW-08', officeId: 3, version: 9, locationName: '受付' }])
})
