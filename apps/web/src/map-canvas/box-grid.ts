import type { Box } from './mark.ts'

const cell = 64

/** The number of a cell: no world at any scale has as many rows. */
export const cellOf = (column: number, row: number): number => column * 2 ** 26 + row

/** Boxes by the cells they touch, so that looking for a free place stays cheap among thousands. */
export const createBoxGrid = <B extends Box = Box>() => {
  const cells = new Map<number, B[]>()
  /** The first answer that a cell of a box gives. */
  const inCells = <T>({ x, y, width, height }: Box, ask: (key: number) => T | undefined): T | undefined => {
    const [lastColumn, lastRow] = [Math.floor((x + width / 2) / cell), Math.floor((y + height / 2) / cell)]
    for (let column = Math.floor((x - width / 2) / cell); column <= lastColumn; column++)
      for (let row = Math.floor((y - height / 2) / cell); row <= lastRow; row++) {
        const answer = ask(cellOf(column, row))
        if (answer !== undefined) return answer
      }
    return undefined
  }
  return {
    add: (box: B): void => {
      inCells(box, (key) => {
        const boxes = cells.get(key)
        if (boxes === undefined) cells.set(key, [box])
        else boxes.push(box)
      })
    },
    /** One of them that a box would cover. */
    under: (box: Box): B | undefined => inCells(box, (key) => cells.get(key)?.find((other) => overlap(box, other))),
  }
}

/** Whether two boxes cover each other; touching is not covering. */
export const overlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height
