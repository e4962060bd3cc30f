import type { Key } from 'react'

/**
 * The rows in the order somebody is looking at: those they see keep their places, newcomers go to the end, and
 * what has left is gone.
 */
export const inHeldOrder = <Row>(held: readonly Key[], rows: readonly Row[], keyOf: (row: Row) => Key): readonly Row[] => {
  const place = new Map(held.map((key, index) => [key, index]))
  const placeOf = (row: Row) => place.get(keyOf(row)) ?? held.length
  // Mostly nothing has moved, and the same array saves the table a look at each of a thousand rows.
  const stands = rows.every((row, index) => index === 0 || placeOf(rows[index - 1] ?? row) <= placeOf(row))
  return stands ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
