import { expect, test } from 'vitest'
import type { Coordinate } from './map-geometry.ts'
import { deviceGroups, keyOfGroup, markOf, markOfGroup, type CanvasDevice } from './device-marks.ts'
import { overlap } from './box-grid.ts'

const pin = (n: number, at: Coordinate, more: Partial<CanvasDevice> = {}, isSelected = false) => {
  const device: CanvasDevice = {
    key: `gateway/GW-${n}`,
    word: 'main',
    name: `A工区 ${n}`,
    spot: { kind: 'percent', x: 0, y: 0 },
    description: null,
    ...more,
  }
  return { device, mark: markOf(device, { at, isSelected, labels: true }) }
}

const scale = { resolution: 1, rotation: 0 }

test('200 pins on a small drawing gather, all of them counted, and no two marks cover each other', () => {
  const pins = Array.from({ length: 200 }, (_, n) => pin(n, [(n * 37) % 300, (n * 53) % 200]))
  const groups = deviceGroups(pins, scale)
  expect(groups.length).toBeLessThan(40)
  expect(groups.flat()).toHaveLength(200)
  const boxes = groups.flatMap((group) => {
    const mark = markOfGroup(group, null)
    return mark === undefined ? [] : [{ x: mark.at[0], y: -mark.at[1], width: mark.width - 4, height: mark.height - 4 }]
  })
  for (const [at, one] of boxes.entries()) for (const other of boxes.slice(at + 1)) expect(overlap(one, other)).toBe(false)
})

test('zooming in separates them, and the selected one is always drawn alone', () => {
  const pins = [pin(1, [0, 0]), pin(2, [20, 0])]
  expect(deviceGroups(pins, scale)).toHaveLength(1)
  expect(deviceGroups(pins, { resolution: 0.2, rotation: 0 })).toHaveLength(2)
  expect(deviceGroups([pin(1, [0, 0]), pin(2, [20, 0], {}, true)], scale)).toHaveLength(2)
})

test('a group is known by its first device, named by some, and shows the highest value', () => {
  const pins = [pin(1, [0, 0], { value: '28.4℃' }), pin(2, [1, 0], { value: '31.2℃' }), pin(3, [2, 0]), pin(4, [3, 0])]
  expect(keyOfGroup(pins)).toBe('devices/gateway/GW-1')
  expect(markOfGroup(pins, null)).toMatchObject({ name: '機器4台　A工区 1、A工区 2、A工区 3ほか', plate: { text: '31.2℃' } })
  expect(markOfGroup(pins.slice(2, 3), null)?.name).toContain('A工区 3')
})
