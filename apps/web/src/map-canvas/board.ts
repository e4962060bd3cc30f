import type { Coordinate } from './map-geometry.ts'
import type { Mark } from './mark.ts'
import { placeMarks, type PlacedMark } from './place-marks.ts'
import type { Room } from './room.ts'

/** How a map is looked at: metres or drawing pixels for a pixel of the screen, and its turn in radians. */
export type Scale = { readonly resolution: number; readonly rotation: number }

/** A map at rest: its scale, what is in the middle of its frame, and how large that is. */
type Look = Scale & { readonly centre: Coordinate; readonly size: readonly number[] }

/** A layer of marks: which marks it has at a scale, and what a press on one of them does. */
export type MarkSource = {
  readonly layer: 'device' | 'worker'
  readonly marksAt: (scale: Scale) => readonly Mark[]
  readonly onPick: (key: string) => void
  /** A press that hit nothing at all. */
  readonly onMiss?: () => void
}

/** A mark with the layer it belongs to. */
export type OnBoard = PlacedMark & { readonly source: MarkSource }

/** Where a coordinate comes to lie at a scale, in CSS pixels from the world's own origin. */
export const onScreen = ([x, y]: Coordinate, { resolution, rotation }: Scale): { readonly x: number; readonly y: number } => {
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)]
  return { x: (x * cosine + y * sine) / resolution, y: (x * sine - y * cosine) / resolution }
}

/**
 * All marks of a map: they share the room for their plates, and a press finds the nearest of them.
 * @param roomAt what is seen of the map at a scale; null before it has a size
 */
export const createBoard = (onChange: () => void, roomAt: (scale: Scale) => Room | null) => {
  const sources = new Map<MarkSource['layer'], MarkSource>()
  let scale: Scale = { resolution: 1, rotation: 0 }
  let looked = ''
  let all: readonly OnBoard[] = []

  const place = () => {
    const owners = new Map<Mark, MarkSource>()
    for (const source of sources.values()) for (const mark of source.marksAt(scale)) owners.set(mark, source)
    const located = [...owners.keys()].map((mark) => ({ mark, ...onScreen(mark.at, scale) }))
    all = placeMarks(located, roomAt(scale)).flatMap((position) => {
      const source = owners.get(position.mark)
      return source === undefined ? [] : [{ ...position, source }]
    })
    onChange()
  }

  return {
    put: (source: MarkSource): void => {
      sources.set(source.layer, source)
      place()
    },
    remove: (layer: MarkSource['layer']): void => {
      sources.delete(layer)
      place()
    },
    miss: (): void => {
      for (const source of sources.values()) source.onMiss?.()
    },
    lookAt: ({ resolution, rotation, centre, size }: Look): void => {
      const next = [resolution, rotation, ...centre, ...size].join(' ')
      if (next === looked) return
      looked = next
      scale = { resolution, rotation }
      place()
    },
    /** All marks, the most urgent first. */
    all: (): readonly OnBoard[] => all,
  }
}

export type Board = ReturnType<typeof createBoard>
