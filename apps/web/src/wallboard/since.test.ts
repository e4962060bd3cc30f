import { expect, test } from 'vitest'
import { spanParts } from './since.tsx'

const minute = 60_000
test.each([
  [-minute, [[0, '分']]],
  [51.9 * minute, [[51, '分']]],
  [60 * minute, [[1, '時間']]],
  [
    65 * minute,
    [
      [1, '時間'],
      [5, '分'],
    ],
  ],
  [50 * 60 * minute, [[2, '日']]],
])('%d ms last %j', (milliseconds, parts) => expect(spanParts(milliseconds)).toEqual(parts))
