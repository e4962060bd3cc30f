import { cellOf, createBoxGrid } from './box-grid.ts'
import type { Box } from './mark.ts'

type Point = { readonly x: number; readonly y: number }

/**
 * Groups what is closer than `reach` to its most urgent neighbour. Each group is drawn at the place of its first member,
 * so that the most urgent is exactly where it is.
 * @param points the most urgent first; the same points give the same groups
 */
export const clusterOf = <T extends Point>(points: readonly T[], reach: number): T[][] => {
  const cells = new Map<number, { readonly group: T[]; readonly first: T }[]>()
  const groups: T[][] = []
  for (const point of points) {
    const [column, row] = [Math.floor(point.x / reach), Math.floor(point.y / reach)]
    let nearest: T[] | undefined
    let distance = reach
    for (let x = column - 1; x <= column + 1; x++)
      for (let y = row - 1; y <= row + 1; y++)
        for (const { group, first } of cells.get(cellOf(x, y)) ?? []) {
          const apart = Math.hypot(first.x - point.x, first.y - point.y)
          if (apart >= distance) continue
          distance = apart
          nearest = group
        }
    if (nearest !== undefined) nearest.push(point)
    else {
      const group = [point]
      groups.push(group)
      const key = cellOf(column, row)
      const here = cells.get(key)
      if (here === undefined) cells.set(key, [{ group, first: point }])
      else here.push({ group, first: point })
    }
  }
  return groups
}

/**
 * Brings groups together whose marks would cover each other, the more urgent taking the other in, until none does.
 * @param boxOf the mark of a group; it grows with it
 */
export const mergeCovered = <T>(groups: readonly T[][], boxOf: (group: readonly T[]) => Box): T[][] => {
  const grid = createBoxGrid<Box & { readonly group: T[] }>()
  const merged: T[][] = []
  for (const group of groups) {
    const box = boxOf(group)
    const other = grid.under(box)
    if (other !== undefined) other.group.push(...group)
    else {
      grid.add({ ...box, group })
      merged.push(group)
    }
  }
  return merged.length === groups.length ? merged : mergeCovered(merged, boxOf)
}
