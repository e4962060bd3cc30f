import { expect, test } from 'vitest'
import type { Corners } from '../map-canvas/overlay-geometry.ts'
import { spotOfDevice, spotOfWorker } from './spots.ts'
import { workerOf } from '@mimamori/contract/test-map'
import { gatewayOf } from './test-map.ts'

const corners: Corners = [
  [139.7, 35.7],
  [139.8, 35.7],
  [139.8, 35.6],
  [139.7, 35.6],
]
const onDrawing = { latitude: 35.65, longitude: 139.75 }
const beside = { latitude: 35.65, longitude: 139.9 }
const listGateways = [gatewayOf('GW-01', { positionX: 20, positionY: 30 })]
const at = (type: number, over: Parameters<typeof workerOf>[1], where: Corners | null = corners) =>
  spotOfWorker({ type, listGateways }, where, workerOf(1, over))

test('on a drawing a worker is at their gateway, whatever position their device reports', () => {
  expect(at(1, onDrawing)).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(at(1, { gwExtensionId: 'GW-99' })).toBeNull()
})

test('on a GPS map a worker is at their own position', () => {
  expect(at(2, onDrawing)).toEqual({ kind: 'degrees', ...onDrawing })
  expect(at(2, {})).toBeNull()
})

test('on a drawing over the world the own position counts where it is on the drawing, else the gateway', () => {
  expect(at(3, onDrawing)).toEqual({ kind: 'degrees', ...onDrawing })
  expect(at(3, beside)).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(at(3, {})).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(at(3, { ...beside, gwExtensionId: null })).toEqual({ kind: 'degrees', ...beside })
})

test('a device is placed by percent on the drawing, and by degrees on a GPS map', () => {
  const both = { positionX: 20, positionY: 30, ...onDrawing }
  expect(spotOfDevice(1, both)).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(spotOfDevice(2, both)).toEqual({ kind: 'degrees', ...onDrawing })
  expect(spotOfDevice(3, both)).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(spotOfDevice(2, { ...both, latitude: null })).toEqual({ kind: 'percent', x: 20, y: 30 })
  expect(spotOfDevice(1, { ...both, positionX: null })).toBeNull()
})
