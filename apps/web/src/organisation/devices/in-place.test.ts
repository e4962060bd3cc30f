import { expect, test } from 'vitest'
import { inPlace } from './in-place.ts'

const rowsOf = (keys: string) => keys.split('').map((key) => ({ key }))
const inTheirPlaces = (before: string, now: string) =>
  inPlace(rowsOf(before), rowsOf(now), (row) => row.key)
    .map((row) => row.key)
    .join('')

test('rows that are read again stay where they were, newcomers are last', () => {
  expect(inTheirPlaces('abc', 'cab')).toBe('abc')
  expect(inTheirPlaces('abc', 'dca')).toBe('acd')
  expect(inTheirPlaces('', 'ba')).toBe('ba')
})
