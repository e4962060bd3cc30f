import type { Box } from './mark.ts'

const cell = 64

/** Boxes by the cells they touch, so that looking for a free place stays cheap among thousands. */
export const createBoxGrid = () => {
  const cells = new Map<string, Box[]>()
  const cellsOf = ({ x, y, width, height }: Box) => {
    const keys: string[] = []
    for (let column = Math.floor((x - width / 2) / cell); column <= Math.floor((x + width / 2) / cell); column++)
      for (let row = Math.floor((y - height / 2) / cell); row <= Math.floor((y + height / 2) / cell); row++) keys.push(`${column} ${row}`)
    return keys
  }
  return {
    add: (box: Box): void => {
      for (const key of cellsOf(box)) {
        const boxes = cells.get(key)
        if (boxes === undefined) cells.set(key, [box])
        else boxes.push(box)
      }
    },
    /** Whether a box would cover any of them. */
    isTaken: (box: Box): boolean => cellsOf(box).some((key) => cells.get(key)?.some((other) => overlap(box, other)) ?? false),
  }
}

/** Whether two boxes cover each other; touching is not covering. */
export const overlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height
