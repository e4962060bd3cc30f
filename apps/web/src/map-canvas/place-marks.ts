import { createBoxGrid } from './box-grid.ts'
import type { Box, Mark } from './mark.ts'
import { missingSide } from './draw-sign.ts'
import { widthOf } from './measure.ts'

/**
 * A mark on the screen at some scale: how far it stands from its place, and how far its plate's middle is from there; null
 * where there is no room for one.
 */
export type Placed = { readonly mark: Mark; readonly shift: readonly [x: number, y: number]; readonly plate: Box | null }

type Located = { readonly mark: Mark; readonly x: number; readonly y: number }

export const plateHeight = 24
const plateSides = 14
const gap = 3

/** The size of a mark's plate. */
const plateSize = ({ plate }: Mark, measure: typeof widthOf) =>
  plate === null
    ? null
    : {
        width: measure(plate.font, plate.text) + plateSides + (plate.missing === null ? 0 : missingSide + 6),
        height: plate.isFilled ? plateHeight + 4 : plateHeight,
      }

/** Where a box may stand beside another one, the best place first. */
const beside = ({ x, y, width, height }: Box, size: { readonly width: number; readonly height: number }): Box[] => {
  const [across, down] = [(width + size.width) / 2 + gap, (height + size.height) / 2 + gap]
  return [
    { ...size, x: x + across, y },
    { ...size, x: x - across, y },
    { ...size, x, y: y + down },
    { ...size, x, y: y - down },
    { ...size, x: x + across, y: y + down / 2 },
    { ...size, x: x - across, y: y + down / 2 },
    { ...size, x: x + across, y: y - down / 2 },
    { ...size, x: x - across, y: y - down / 2 },
  ]
}

/** What is seen of a drawing shown whole, in CSS pixels from the world's own origin. */
export type Room = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Those that lie in the room before those that stick out of it, where they would be cut off. */
const insideFirst = (boxes: Box[], room: Room | null): Box[] => {
  if (room === null) return boxes
  const isInside = ({ x, y, width, height }: Box) =>
    x - width / 2 >= room.left && x + width / 2 <= room.right && y - height / 2 >= room.top && y + height / 2 <= room.bottom
  return [...boxes.filter(isInside), ...boxes.filter((box) => !isInside(box))]
}

const boxOf = ({ mark, x, y }: Located): Box => ({ x, y, width: mark.width, height: mark.height })

/**
 * Finds room for marks and their plates at one scale. Marks keep their places, but for one that gives way to what stands on
 * the very spot; then plates go beside them, the most urgent first, where they cover no mark and no other plate.
 * @param room whatever has a choice stays in there; null where nothing has an edge
 */
export const placeMarks = (located: readonly Located[], room: Room | null, measure = widthOf): Placed[] => {
  const taken = createBoxGrid()
  const inOrder = located.toSorted((a, b) => b.mark.rank - a.mark.rank)
  for (const one of inOrder) if (!one.mark.givesWay) taken.add(boxOf(one))

  const spots = new Set(inOrder.filter(({ mark }) => !mark.givesWay).map(({ mark }) => mark.at.join(' ')))
  const standing = inOrder.map((one) => {
    const own = boxOf(one)
    if (!one.mark.givesWay) return { mark: one.mark, box: own, shift: [0, 0] as const }
    const box = spots.has(one.mark.at.join(' ')) ? stepAside(own, room, (place) => taken.under(place) !== undefined) : own
    taken.add(box)
    return { mark: one.mark, box, shift: [box.x - one.x, box.y - one.y] as const }
  })
  return standing.map(({ mark, box, shift }) => {
    const size = plateSize(mark, measure)
    const plate = size && (insideFirst(beside(box, size), room).find((candidate) => taken.under(candidate) === undefined) ?? null)
    if (plate !== null) taken.add(plate)
    return { mark, shift, plate: plate && { ...plate, x: plate.x - box.x, y: plate.y - box.y } }
  })
}

/** The pin that stands on the spot is this wide. */
const pin = { width: 32, height: 32 }

const stepAside = (own: Box, room: Room | null, isTaken: (box: Box) => boolean): Box => {
  const places = insideFirst(beside({ x: own.x, y: own.y, ...pin }, own), room)
  return places.find((box) => !isTaken(box)) ?? places[0] ?? own
}
