import type { DeviceAlarmKind } from '@mimamori/contract/alert'
import type { Grade } from '@mimamori/contract/labels'
import { createBoxGrid } from './box-grid.ts'
import { mergeCovered } from './cluster.ts'
import type { Box } from './mark.ts'

/** Somebody in danger, and where their place lies from the frame's upper left corner, in CSS pixels. */
export type Danger = {
  readonly userId: number
  readonly name: string
  readonly grade: Grade
  /** What a device judged, of which the emergency is. */
  readonly alarm?: DeviceAlarmKind | null
  readonly isReported: boolean
  readonly isSilent: boolean
  readonly x: number
  readonly y: number
  /** From the middle of the frame, in words; empty where nobody has said how large the drawing is. */
  readonly distance: string
}

/** A sign at the edge: for the most urgent in its direction, and how many others are there. */
export type EdgeArrow = {
  readonly danger: Danger
  readonly others: number
  /** Its middle. */
  readonly x: number
  readonly y: number
  /** Where it points, in degrees clockwise from the right. */
  readonly angle: number
}

type Size = { readonly width: number; readonly height: number }

const height = 44
/** Mark, arrow, gaps and sides of a sign. */
const besideWords = 20 + 14 + 3 * 6 + 24
const inset = 6

const textOf = ({ name, distance }: Danger, others: number) => `${name}${others > 0 ? ` ほか${others}人` : ''}${distance}`

/** Steps along the edge at which a sign is tried that would cover a button, in CSS pixels, the nearest first. */
const slides = [0, ...[16, 32, 48, 64, 96, 128, 160].flatMap((step) => [step, -step])]

/**
 * The signs at the edge of a frame for those in danger whose place is outside of it: each on the line from the middle to
 * that place; those that would cover each other are one.
 * @param dangers the most urgent first
 * @param covered what already lies over the map: no sign is put there
 */
export const edgeArrows = (
  dangers: readonly Danger[],
  frame: Size,
  covered: readonly Box[],
  widthOf: (text: string) => number,
): readonly EdgeArrow[] => {
  const outside = dangers.filter(({ x, y }) => x < 0 || y < 0 || x > frame.width || y > frame.height)
  const grid = createBoxGrid()
  for (const box of covered) grid.add(box)
  const middle = { x: frame.width / 2, y: frame.height / 2 }
  const boxOf = (group: readonly Danger[]): Box => {
    const [first] = group
    if (first === undefined) return { ...middle, width: 0, height: 0 }
    const width = Math.min(frame.width - 2 * inset, widthOf(textOf(first, group.length - 1)) + besideWords)
    const [across, down] = [first.x - middle.x, first.y - middle.y]
    const [mostAcross, mostDown] = [Math.max(1, (frame.width - width) / 2 - inset), Math.max(1, (frame.height - height) / 2 - inset)]
    const part = Math.min(mostAcross / Math.max(Math.abs(across), 1e-9), mostDown / Math.max(Math.abs(down), 1e-9))
    const isAtSide = mostAcross / Math.max(Math.abs(across), 1e-9) < mostDown / Math.max(Math.abs(down), 1e-9)
    const held = (value: number, most: number) => Math.max(-most, Math.min(most, value))
    const places = slides.map((slide) => ({
      x: middle.x + held(across * part + (isAtSide ? 0 : slide), mostAcross),
      y: middle.y + held(down * part + (isAtSide ? slide : 0), mostDown),
      width,
      height,
    }))
    return places.find((place) => grid.under(place) === undefined) ?? places[0] ?? { ...middle, width, height }
  }
  return mergeCovered(
    outside.map((danger) => [danger]),
    boxOf,
  ).flatMap((group) => {
    const [danger] = group
    if (danger === undefined) return []
    const { x, y } = boxOf(group)
    const angle = (Math.atan2(danger.y - y, danger.x - x) * 180) / Math.PI
    return [{ danger, others: group.length - 1, x: Math.round(x), y: Math.round(y), angle: Math.round(angle) }]
  })
}
