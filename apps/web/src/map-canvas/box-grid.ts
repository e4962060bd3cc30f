import type { Box } from './mark.ts'

const cell = 64

/** Boxes by the cells they touch, so that looking for a free place stays cheap among thousands. */
export const createBoxGrid = <B extends Box = Box>() => {
  const cells = new Map<string, B[]>()
  const cellsOf = ({ x, y, width, height }: Box) => {
    const keys: string[] = []
    for (let column = Math.floor((x - width / 2) / cell); column <= Math.floor((x + width / 2) / cell); column++)
      for (let row = Math.floor((y - height / 2) / cell); row <= Math.floor((y + height / 2) / cell); row++) keys.push(`${column} ${row}`)
    return keys
  }
  return {
    add: (box: B): void => {
      for (const key of cellsOf(box)) {
        const boxes = cells.get(key)
        if (boxes === undefined) cells.set(key, [box])
        else boxes.push(box)
      }
    },
    /** One of them that a box would cover. */
    under: (box: Box): B | undefined => {
      for (const key of cellsOf(box)) {
        const found = cells.get(key)?.find((other) => overlap(box, other))
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** Whether two boxes cover each other; touching is not covering. */
export const overlap = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height
