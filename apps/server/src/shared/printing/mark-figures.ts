import { levelShapes } from '@mimamori/contract/level-shapes'
import type { Grade } from '@mimamori/contract/labels'
import { colours, gradeColours, noneColour, safeColour } from './colours.ts'

/** What can be drawn beside a value: a grade, a silence (データ途絶), or that no heart rate came (心拍取得不可). */
export type Sign = Grade | 'silent' | 'noHeartRate'

export type Corner = readonly [x: number, y: number]
type Paint = { readonly fill?: string; readonly stroke?: string; readonly width?: number }

/** A piece of a mark, in a square of 24 whose origin is at its upper left. */
export type Figure = Paint &
  (
    | { readonly kind: 'outline'; readonly corners: readonly Corner[]; readonly isClosed: boolean }
    | { readonly kind: 'ring'; readonly x: number; readonly y: number; readonly radius: number; readonly dash?: readonly [number, number] }
    | {
        readonly kind: 'box'
        readonly x: number
        readonly y: number
        readonly width24: number
        readonly height24: number
        readonly round: number
      }
  )

// The digits as a pen draws them, from the middle of their foot: a mark needs no font, so that thousands of them stay cheap.
const digitPaths: Record<1 | 2 | 3, readonly Corner[]> = {
  1: [
    [-2.2, -7],
    [0.5, -8.6],
    [0.5, 0],
  ],
  2: [
    [-2.5, -6.6],
    [-1.9, -8],
    [0, -8.6],
    [1.9, -8],
    [2.4, -6.4],
    [1.6, -4.5],
    [-2.5, -0.7],
    [2.8, -0.7],
  ],
  3: [
    [-2.4, -7.9],
    [0, -8.6],
    [1.9, -7.9],
    [2.1, -6.2],
    [1, -5],
    [-0.7, -4.75],
    [1.4, -4.4],
    [2.6, -3],
    [2.1, -1.2],
    [0.2, -0.6],
    [-2.6, -1.4],
  ],
}

const heart: readonly Corner[] = [
  [12, 20.6],
  [4.4, 13.6],
  [2, 10],
  [2.2, 6.6],
  [4.4, 4.2],
  [7.4, 3.5],
  [10.3, 4.6],
  [12, 6.4],
  [13.7, 4.6],
  [16.6, 3.5],
  [19.6, 4.2],
  [21.8, 6.6],
  [22, 10],
  [19.6, 13.6],
]

const cornersOf = (points: string): Corner[] =>
  points.split(' ').map((pair): Corner => {
    const [x, y] = pair.split(',').map(Number)
    return [x ?? 0, y ?? 0]
  })

const filled = (level: 1 | 2 | 3): readonly Figure[] => {
  const { points, digitY } = levelShapes[level]
  const { fill, edge, digit } = gradeColours[level]
  return [
    { kind: 'outline', corners: cornersOf(points), isClosed: true, fill, stroke: edge, width: 1.1 },
    {
      kind: 'outline',
      corners: digitPaths[level].map(([x, y]): Corner => [12 + x, digitY + y]),
      isClosed: false,
      stroke: digit,
      width: 1.9,
    },
  ]
}

const line = (from: Corner, to: Corner, width: number): Figure => ({
  kind: 'outline',
  corners: [from, to],
  isClosed: false,
  stroke: colours.second,
  width,
})

/** The pieces of each mark, the lowest first: each of shape, digit and colour alone shows the level. */
export const markFigures: Record<Sign, readonly Figure[]> = {
  emergency: [
    { kind: 'box', x: 0.5, y: 0.5, width24: 23, height24: 23, round: 3.8, fill: gradeColours.emergency.fill },
    { kind: 'box', x: 10.25, y: 3.9, width24: 3.5, height24: 11.2, round: 1.7, fill: gradeColours.emergency.digit },
    { kind: 'ring', x: 12, y: 18.4, radius: 2.15, fill: gradeColours.emergency.digit },
  ],
  3: filled(3),
  2: filled(2),
  1: filled(1),
  0: [{ kind: 'ring', x: 12, y: 12, radius: 7.7, stroke: safeColour, width: 2.7 }],
  none: [{ kind: 'box', x: 4, y: 10.7, width24: 16, height24: 2.6, round: 1.3, fill: noneColour }],
  silent: [
    { kind: 'ring', x: 12, y: 12, radius: 9.6, dash: [4.4, 3.14], stroke: colours.second, width: 2.1 },
    line([8.6, 8.6], [15.4, 15.4], 2.1),
    line([15.4, 8.6], [8.6, 15.4], 2.1),
  ],
  noHeartRate: [
    { kind: 'outline', corners: heart, isClosed: true, stroke: colours.second, width: 1.9 },
    line([21.4, 1.9], [2.8, 22.2], 2.4),
  ],
}
