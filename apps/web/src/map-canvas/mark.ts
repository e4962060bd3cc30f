import type { Coordinate } from './map-geometry.ts'
import type { Missing } from './draw-sign.ts'
import type { PlateFont } from './measure.ts'
import type { Sprite, Sprites } from './sprites.ts'

/** A name plate beside a mark; filled for 緊急 alone. */
export type Plate = {
  readonly text: string
  readonly font: PlateFont
  readonly isFilled: boolean
  /** What does not arrive, behind the name. */
  readonly missing: Missing | null
  /** Finds its place as that of a mark of this rank; left out, of its own mark's. */
  readonly rank?: number
}

/** From this rank on somebody is in danger: level 3 or 緊急. */
export const dangerRank = 5

/** Something drawn on a map: a device, a worker, a group of workers. */
export type Mark = {
  /** Unique on the map. */
  readonly key: string
  readonly at: Coordinate
  /** What it covers around its place, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** The higher, the sooner it gets its plate and the further up it is drawn. */
  readonly rank: number
  /** If another mark has the same place, this one moves aside. */
  readonly givesWay: boolean
  readonly plate: Plate | null
  /** What is read out. */
  readonly name: string
  readonly isSelected: boolean
  readonly draw: (sprites: Sprites) => Sprite
  /** Drawn where something covers a part of it: without its number, of which the rest would be a wrong one. */
  readonly drawCovered?: (sprites: Sprites) => Sprite
}

/** Something's box on the screen: its middle and its size. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
