import { lookAtWorld } from '@mimamori/heat/map-place'
import type { MapGeometry, Spot } from '../map-canvas/map-geometry.ts'

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

// A tenth of a percent is what the keys move by; the sixth decimal of a degree is a tenth of a metre.
const percentDecimals = 1
const degreeDecimals = 6

/** A spot as a hand puts it: to 0.1 %, or to the sixth decimal of a degree. */
export const roundedSpot = (spot: Spot): Spot =>
  spot.kind === 'percent'
    ? { kind: 'percent', x: rounded(spot.x, percentDecimals), y: rounded(spot.y, percentDecimals) }
    : { kind: 'degrees', latitude: rounded(spot.latitude, degreeDecimals), longitude: rounded(spot.longitude, degreeDecimals) }

/** Exactly typed values keep their decimals; others have one for percent and six for degrees. */
const digits = (value: number, decimals: number) => {
  const text = value.toFixed(decimals)
  return Number(text) === value ? text : String(value)
}

/** The two numbers of a spot as they are written. */
export const spotTexts = (spot: Spot): readonly [string, string] =>
  spot.kind === 'percent'
    ? [digits(spot.x, percentDecimals), digits(spot.y, percentDecimals)]
    : [digits(spot.latitude, degreeDecimals), digits(spot.longitude, degreeDecimals)]

/** 横 57.0%・縦 76.5%, or 緯度 35.681236・経度 139.767125. */
export const spotWords = (spot: Spot): string => {
  const [first, second] = spotTexts(spot)
  return spot.kind === 'percent' ? `横 ${first}%・縦 ${second}%` : `緯度 ${first}・経度 ${second}`
}

const held = (value: number) => Math.min(100, Math.max(0, value))

/** A spot by so many percent of the map to the right and down; on a GPS map percent of its saved view. Never off a drawing. */
export const shifted = (geometry: MapGeometry, spot: Spot, right: number, down: number): Spot => {
  if (spot.kind === 'percent') return roundedSpot({ kind: 'percent', x: held(spot.x + right), y: held(spot.y + down) })
  const view = lookAtWorld({ centre: spot, zoom: geometry.zoom, rotation: geometry.rotation })
  return roundedSpot({ kind: 'degrees', ...view.worldOf({ x: 50 + right, y: 50 + down }) })
}

/** Where percent of the saved view of a GPS map lie, by which other systems place devices on it. */
export const onSavedView = ({ centre: [longitude, latitude], zoom, rotation }: MapGeometry, x: number, y: number): Spot =>
  roundedSpot({ kind: 'degrees', ...lookAtWorld({ centre: { longitude, latitude }, zoom, rotation }).worldOf({ x, y }) })

/** Where a device is put that nobody has dragged: the middle of the drawing, or of the saved view of a GPS map (spec §4). */
export const middleOf = ({ type, centre: [longitude, latitude] }: MapGeometry): Spot =>
  type === 2 ? roundedSpot({ kind: 'degrees', longitude, latitude }) : { kind: 'percent', x: 50, y: 50 }

const beside = 3

/** 3 % beside a spot, where a clone goes; to the left where the drawing ends. */
export const besideOf = (geometry: MapGeometry, spot: Spot): Spot =>
  shifted(geometry, spot, spot.kind === 'percent' && spot.x + beside > 100 ? -beside : beside, 0)

/** By how many percent a key moves a pin; undefined for other keys. */
export const stepOf = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }) => {
  const step = shiftKey ? 1 : 0.1
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  }
  return steps[key]
}

/** What the two numbers of a spot are called, and how far they go. */
export const spotFields = {
  percent: [
    { name: '横', unit: '%', least: 0, most: 100 },
    { name: '縦', unit: '%', least: 0, most: 100 },
  ],
  degrees: [
    { name: '緯度', unit: '°', least: -90, most: 90 },
    { name: '経度', unit: '°', least: -180, most: 180 },
  ],
} as const

/** A number as it was typed, in full width too; null for what is none or lies outside. */
export const typedNumber = (text: string, { least, most }: { readonly least: number; readonly most: number }): number | null => {
  const plain = text.normalize('NFKC').replaceAll(/[%°\s]/g, '')
  if (!/^-?\d+(\.\d*)?$/.test(plain)) return null
  const value = Number(plain)
  return value >= least && value <= most ? value : null
}

/** A spot with one of its numbers replaced: 0 is 横 or 緯度, 1 is 縦 or 経度. */
export const withNumber = (spot: Spot, index: 0 | 1, value: number): Spot => {
  if (spot.kind === 'percent') return index === 0 ? { ...spot, x: value } : { ...spot, y: value }
  return index === 0 ? { ...spot, latitude: value } : { ...spot, longitude: value }
}
