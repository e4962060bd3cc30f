import { createBoxGrid } from './box-grid.ts'
import { dangerRank, type Box, type Mark } from './mark.ts'
import { missingSide } from './draw-sign.ts'
import { widthOf } from './measure.ts'
import type { Room } from './room.ts'

/**
 * A mark on the screen at some scale: how far it is drawn from its place, and how far its plate's middle is from there; null
 * where there is no room for one.
 */
export type PlacedMark = {
  readonly mark: Mark
  readonly shift: readonly [x: number, y: number]
  readonly plate: Box | null
  /** Another mark, or the plate of somebody in danger, is drawn over a part of it. */
  readonly isCovered: boolean
}

type Size = { readonly width: number; readonly height: number }

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

/** Where a box may be drawn beside another one, the best place first. */
const beside = ({ x, y, width, height }: Box, size: Size, away = gap): Box[] => {
  const [across, down] = [(width + size.width) / 2 + away, (height + size.height) / 2 + away]
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

const isInside = ({ x, y, width, height }: Box, room: Room) =>
  x - width / 2 >= room.left && x + width / 2 <= room.right && y - height / 2 >= room.top && y + height / 2 <= room.bottom

const isIn = ({ x, y }: Located, { left, top, right, bottom }: Room) => x > left && x < right && y > top && y < bottom

const isSeen = ({ x, y, width, height }: Box, room: Room) =>
  x + width / 2 > room.left && x - width / 2 < room.right && y + height / 2 > room.top && y - height / 2 < room.bottom

/** A box pushed back over the edge of the room. */
const heldInside = (box: Box, { left, top, right, bottom }: Room): Box => ({
  ...box,
  x: Math.max(left + box.width / 2, Math.min(right - box.width / 2, box.x)),
  y: Math.max(top + box.height / 2, Math.min(bottom - box.height / 2, box.y)),
})

/** Of the places of what belongs to a box in the room those where nothing of it is cut off; then those pushed back over the edge. */
const uncut = (places: readonly Box[], own: Box, room: Room | null): readonly Box[] => {
  if (room === null || !isSeen(own, room)) return places
  return [...places.filter((place) => isInside(place, room)), ...places.map((place) => heldInside(place, room))].filter((place) =>
    isInside(place, room),
  )
}

const boxOf = ({ mark, x, y }: Located): Box => ({ x, y, width: mark.width, height: mark.height })

type TakenBoxes = ReturnType<typeof createBoxGrid>

/** How far from a person in an emergency their name may be drawn, rather than not at all. */
const farther = [gap, 28, 56] as const

type Grids = {
  readonly taken: TakenBoxes
  /** What no plate may cover: those in danger with their plates, and what lies over the map. */
  readonly dangers: TakenBoxes
}

const placeOfPlate = (mark: Mark, own: Box, size: Size, { taken, dangers }: Grids, room: Room | null): Box | null => {
  const isFree = (place: Box) => taken.under(place) === undefined
  const isUrgent = mark.plate?.isFilled === true
  if (!isUrgent && mark.rank < dangerRank) return uncut(beside(own, size), own, room).find(isFree) ?? null
  const places = (isUrgent ? farther : [gap]).flatMap((away) => uncut(beside(own, size, away), own, room))
  // The name of somebody in danger lies over pins and people who are not, rather than not be there.
  const place = places.find(isFree) ?? places.find((one) => dangers.under(one) === undefined)
  return place ?? (isUrgent ? (places[0] ?? beside(own, size)[0] ?? null) : null)
}

/**
 * Finds room for marks and their plates at one scale. Marks keep their places, except one that gives way to what is
 * there already; then plates go beside them, the most urgent first, where they cover no mark and no other plate. Where there
 * is no such place, plates of those in danger cover marks and plates of those who are not.
 * @param room everything visible is drawn within it; null where nothing has an edge
 */
export const placeMarks = (located: readonly Located[], room: Room | null, measure = widthOf): PlacedMark[] => {
  const taken = createBoxGrid()
  for (const box of room?.covered ?? []) taken.add(box)
  const inOrder = located.toSorted((a, b) => b.mark.rank - a.mark.rank)
  for (const one of inOrder) if (!one.mark.givesWay) taken.add(boxOf(one))

  const spots = new Set(inOrder.filter(({ mark }) => !mark.givesWay).map(({ mark }) => mark.at.join(' ')))
  const drawn = inOrder.map((one) => {
    if (!one.mark.givesWay) return { mark: one.mark, box: boxOf(one), shift: [0, 0] as const }
    // A mark right at the edge is drawn whole, however wide it is.
    const own = room !== null && isIn(one, room) ? heldInside(boxOf(one), room) : boxOf(one)
    const box = spots.has(one.mark.at.join(' ')) ? besidePin(own, room, taken) : stepAside(own, room, taken)
    taken.add(box)
    return { mark: one.mark, box, shift: [box.x - one.x, box.y - one.y] as const }
  })
  const dangers = createBoxGrid()
  for (const box of room?.covered ?? []) dangers.add(box)
  for (const { mark, box } of drawn) if (mark.rank >= dangerRank) dangers.add(box)
  const plates = new Map<Mark, Box>()
  const plateRank = ({ rank, plate }: Mark) => plate?.rank ?? rank
  for (const { mark, box } of drawn.toSorted((a, b) => plateRank(b.mark) - plateRank(a.mark))) {
    const size = plateSize(mark, measure)
    const plate = size && placeOfPlate(mark, box, size, { taken, dangers }, room)
    if (plate === null) continue
    taken.add(plate)
    if (mark.rank >= dangerRank) dangers.add(plate)
    plates.set(mark, { ...plate, x: plate.x - box.x, y: plate.y - box.y })
  }
  const plateOver = createBoxGrid()
  for (const { mark, box } of drawn) {
    const plate = plates.get(mark)
    if (plate !== undefined && mark.rank >= dangerRank) plateOver.add({ ...plate, x: plate.x + box.x, y: plate.y + box.y })
  }
  const above = createBoxGrid()
  return drawn.map(({ mark, box, shift }) => {
    const isUnderPlate = mark.rank < dangerRank && plateOver.under(box) !== undefined
    const isCovered = isUnderPlate || above.under(box) !== undefined
    above.add(box)
    return { mark, shift, plate: plates.get(mark) ?? null, isCovered }
  })
}

/** The pin on the spot is this wide. */
const pin = { width: 32, height: 32 }

const besidePin = (own: Box, room: Room | null, taken: TakenBoxes): Box => {
  const places = beside({ x: own.x, y: own.y, ...pin }, own)
  const inRoom = uncut(places, own, room)
  return inRoom.find((box) => taken.under(box) === undefined) ?? inRoom[0] ?? places[0] ?? own
}

/** Where a mark may step that would cover another one, the nearest first: in CSS pixels from its place. */
const asides = [8, 14, 20, 26, 32, 38, 44, 50].flatMap((away) =>
  Array.from({ length: 16 }, (_, at) => {
    const angle = (at * Math.PI) / 8
    return { x: away * Math.cos(angle), y: away * Math.sin(angle) }
  }),
)

/** The nearest free place; its own where there is none, since the worse lies on top. */
const stepAside = (own: Box, room: Room | null, taken: TakenBoxes): Box => {
  if (taken.under(own) === undefined) return own
  const places = asides.map(({ x, y }) => ({ ...own, x: own.x + x, y: own.y + y }))
  const isFree = (place: Box) => taken.under(place) === undefined
  return (room !== null && isSeen(own, room) ? places.filter((place) => isInside(place, room)) : places).find(isFree) ?? own
}
