import { expect, test } from 'vitest'
import { siteToTake } from './report-tabs.tsx'

test.each([
  [undefined, undefined],
  [3, 3],
  ['3,5', 3],
  ['x', undefined],
  [0, undefined],
])('of %j goes along %j', (search, taken) => expect(siteToTake(search)).toBe(taken))
