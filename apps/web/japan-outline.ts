import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

const name = 'virtual:japan-outline'
/** Japan's number among the countries (ISO 3166-1). */
const japan = '392'
// A thousandth of a degree is some 100 m, finer than the outline is.
const round = (degrees: number) => Math.round(degrees * 1_000) / 1_000

const readOutline = () => {
  const atlas = createRequire(import.meta.url)('world-atlas/countries-50m.json') as Topology
  const countries = atlas.objects['countries']
  if (countries?.type !== 'GeometryCollection') throw new Error('world-atlas holds no countries')
  const outlines = feature(atlas, countries).features.find(({ id }) => id === japan)
  if (outlines?.geometry.type !== 'MultiPolygon') throw new Error('world-atlas holds no Japan')
  return outlines.geometry.coordinates.map(([coast = []]) =>
    coast.map(([longitude = 0, latitude = 0]) => [round(longitude), round(latitude)]),
  )
}

/** Gives the console the coasts of Japan's islands out of world-atlas, which holds the whole world. */
export const japanOutline = (): Plugin => ({
  name: 'japan-outline',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? `export const japanOutline = ${JSON.stringify(readOutline())}` : null),
})
