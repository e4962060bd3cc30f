import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layDrawing, readCorners } from '@mimamori/heat/map-place'
import { expect, test } from 'vitest'
import { coordinatesOf, cornersOf } from './ground.ts'
import { planFolder, planPath } from './plan-picture.ts'
import { ariake } from './site-ariake.ts'
import { konan } from './site-konan.ts'
import { shinonome } from './site-shinonome.ts'

const sites = [shinonome, ariake, konan]
const files = await readdir(planFolder)

test('every plan is drawn, in both forms, and on a map', () => {
  const shown = new Set(sites.flatMap(({ maps }) => maps.flatMap((map) => (map.type === 2 ? [] : [map.picture.file]))))
  expect(files.toSorted()).toEqual([...shown].flatMap((file) => [`${file}.png`, `${file}.svg`]).toSorted())
})

test.each(files.filter((file) => file.endsWith('.svg')))('the picture of %s is as wide and high as it is drawn', async (file) => {
  const svg = await readFile(join(planFolder, file), 'utf8')
  const png = await readFile(planPath({ file: file.replace('.svg', ''), metres: 1 }))
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  expect(png.subarray(1, 4).toString('ascii')).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(width), Number(height)])
  expect(png.length).toBeLessThan(60_000)
})

test('what is on a drawing laid over the world is on the world where its corners say', () => {
  const laid = sites.flatMap((site) => site.maps.flatMap(({ type }, map) => (type === 3 ? [{ site, map }] : [])))
  expect(laid).toHaveLength(2)
  for (const { site, map } of laid) {
    const corners = readCorners(cornersOf(site, map))
    const drawing = corners === undefined ? undefined : layDrawing(corners)
    for (const spot of [...site.places, ...site.watchers, ...site.barometers].filter((device) => device.map === map)) {
      const drawn = drawing?.drawnAt(coordinatesOf(site, spot))
      expect(drawn?.x).toBeCloseTo(spot.x, 0)
      expect(drawn?.y).toBeCloseTo(spot.y, 0)
    }
  }
})

test('each map takes what is on it', () => {
  for (const { maps, watchers, places, barometers } of sites) {
    for (const { map } of [...watchers, ...places]) expect(maps[map]?.type).not.toBe(2)
    for (const { map } of barometers) expect(maps[map]?.type).not.toBe(1)
  }
})
