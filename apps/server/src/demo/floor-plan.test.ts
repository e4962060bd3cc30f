import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawFloorPlan } from './floor-plan.ts'

const [width, height] = [1_200, 760]

test.each(['floor', 'scaffold', 'roof', 'yard', 'basement'] as const)(
  'the %s plan is a small, whole picture with lines on it',
  (drawing) => {
    const png = drawFloorPlan(drawing)
    expect(png.subarray(1, 4).toString('ascii')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
    expect(png.length).toBeLessThan(20_000)
    const length = png.readUInt32BE(33)
    const pixels = inflateSync(png.subarray(41, 41 + length))
    expect(pixels.length).toBe((width + 1) * height)
    const dark = pixels.filter((grey) => grey > 0 && grey < 150).length
    expect(dark / pixels.length).toBeGreaterThan(0.005)
    expect(dark / pixels.length).toBeLessThan(0.2)
  },
)
