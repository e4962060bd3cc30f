import { DrawingBoard, ink } from './drawing-board.ts'
import type { MapPlan } from './site-plan.ts'

type Drawing = NonNullable<MapPlan['drawing']>

const width = 1_200
const height = 760
const left = 110
const top = 100
const right = 1_110
const bottom = 680

const stops = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1))

/** The grid that every plan of a building has, with its marks along two edges. */
const axes = (board: DrawingBoard, columns: readonly number[], rows: readonly number[]): void => {
  columns.forEach((x, index) => {
    board.line(x, top - 36, x, bottom + 20, ink.faint, 1, 6)
    board.circle(x, top - 54, 18, ink.line)
    board.mark(`X${index + 1}`, x, top - 53, ink.line)
  })
  rows.forEach((y, index) => {
    board.line(left - 36, y, right + 20, y, ink.faint, 1, 6)
    board.circle(left - 54, y, 18, ink.line)
    board.mark(`Y${rows.length - index}`, left - 53, y, ink.line)
  })
}

const building = (board: DrawingBoard, columns: readonly number[], rows: readonly number[]): void => {
  board.frame(left - 8, top - 8, right - left + 16, bottom - top + 16, ink.wall, 6)
  for (const x of columns) for (const y of rows) board.fill(x - 11, y - 11, 22, 22, ink.column)
}

const stairs = (board: DrawingBoard, x: number, y: number): void => {
  board.frame(x, y, 150, 130, ink.line)
  for (let step = 12; step < 150; step += 12) board.line(x + step, y, x + step, y + 130, ink.line)
  board.fill(x, y + 60, 150, 10, ink.paper)
  board.frame(x, y + 60, 150, 10, ink.line, 1)
}

/** A hole in the floor, or a shaft: a box with its diagonals. */
const opening = (board: DrawingBoard, x: number, y: number, w: number, h: number): void => {
  board.frame(x, y, w, h, ink.line)
  board.line(x, y, x + w, y + h, ink.hatch)
  board.line(x + w, y, x, y + h, ink.hatch)
}

const stack = (board: DrawingBoard, x: number, y: number, w: number, h: number): void => {
  board.frame(x, y, w, h, ink.hatch)
  for (let across = 14; across < w; across += 14) board.line(x + across, y, x + across, y + h, ink.faint)
}

/** Bays of a scaffold with their braces, seen from the front. */
const bays = (board: DrawingBoard, x: number, y: number, w: number, h: number, across: number, levels: number): void => {
  const bay = w / across
  const storey = h / levels
  for (let level = 0; level < levels; level += 1)
    for (let column = 0; column < across; column += 1) {
      const [bx, by] = [x + column * bay, y + level * storey]
      board.frame(bx, by, bay + 2, storey + 2, ink.line)
      board.line(bx, by + storey, bx + bay, by, column % 2 === 0 ? ink.hatch : ink.faint)
      board.fill(bx, by + storey - 4, bay, 5, ink.column)
    }
}

const drawings: Record<Drawing, (board: DrawingBoard) => void> = {
  floor: (board) => {
    const [columns, rows] = [stops(left, right, 7), stops(top, bottom, 4)]
    axes(board, columns, rows)
    building(board, columns, rows)
    stairs(board, 480, 330)
    opening(board, 660, 330, 70, 60)
    opening(board, 740, 330, 70, 60)
    opening(board, 960, 130, 120, 130)
    stack(board, 180, 520, 190, 110)
    stack(board, 820, 520, 190, 110)
  },
  basement: (board) => {
    const [columns, rows] = [stops(left, right, 6), stops(top, bottom, 4)]
    axes(board, columns, rows)
    building(board, columns, rows)
    board.frame(left + 40, 330, 440, 300, ink.wall, 4)
    board.line(left + 40, 480, left + 480, 480, ink.line, 2)
    for (const x of [690, 800, 910]) {
      board.circle(x, 220, 42, ink.line)
      board.frame(x - 55, 165, 110, 110, ink.line)
    }
    stairs(board, 860, 500)
  },
  roof: (board) => {
    const [columns, rows] = [stops(left, right, 6), stops(top, bottom, 3)]
    axes(board, columns, rows)
    board.frame(left - 8, top - 8, right - left + 16, bottom - top + 16, ink.wall, 3)
    board.frame(left + 14, top + 14, right - left - 28, bottom - top - 28, ink.line, 2)
    for (let x = left + 40; x < 620; x += 22) board.line(x, top + 40, x, bottom - 40, ink.faint)
    for (let y = top + 40; y < bottom - 40; y += 22) board.line(left + 40, y, 620, y, ink.faint)
    opening(board, 700, 300, 120, 120)
    for (const x of [880, 960]) board.frame(x, 520, 60, 90, ink.line, 3)
  },
  scaffold: (board) => {
    board.fill(60, 690, 1_080, 6, ink.wall)
    bays(board, 120, 120, 420, 570, 7, 5)
    bays(board, 640, 120, 420, 570, 7, 5)
    board.line(590, 60, 590, 690, ink.faint, 2, 10)
    ;['5', '4', '3', '2', '1'].forEach((level, index) => board.mark(level, 84, 177 + index * 114, ink.line, 3))
  },
  yard: (board) => {
    board.frame(60, 60, 1_080, 640, ink.wall, 4)
    board.fill(520, 690, 160, 14, ink.paper)
    for (const [x, y] of [
      [130, 130],
      [330, 130],
      [130, 300],
      [330, 300],
    ] as const)
      stack(board, x, y, 160, 120)
    board.frame(860, 130, 220, 220, ink.wall, 4)
    board.line(860, 240, 1_080, 240, ink.line)
    board.frame(540, 520, 230, 110, ink.line, 3)
    board.line(600, 60, 600, 500, ink.faint, 2, 12)
    board.line(680, 60, 680, 500, ink.faint, 2, 12)
    board.mark('N', 1_060, 600, ink.line, 3)
    board.line(1_060, 660, 1_060, 620, ink.line, 2)
  },
}

/** A plain line drawing of a kind of floor, as PNG of 1,200 by 760 pixels. */
export const drawFloorPlan = (drawing: Drawing): Buffer => {
  const board = new DrawingBoard(width, height)
  drawings[drawing](board)
  return board.toPng()
}
