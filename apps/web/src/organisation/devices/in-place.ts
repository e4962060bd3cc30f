import type { Key } from 'react'

/**
 * The rows of an answer in the places where they were before: those that are new come last, those that are gone are not there.
 */
export const inPlace = <Row>(before: readonly Row[], now: readonly Row[], keyOf: (row: Row) => Key): readonly Row[] => {
  const places = new Map(before.map((row, index) => [keyOf(row), index]))
  const placeOf = (row: Row) => places.get(keyOf(row)) ?? before.length
  return now.toSorted((a, b) => placeOf(a) - placeOf(b))
}
