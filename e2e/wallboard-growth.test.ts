import { boardGrowth } from './board-growth.ts'
import { expect, test } from './fixtures.ts'

// The soak shows an hour's boards; here are some minutes' worth.
test('a wallboard does not hold more after hundreds of boards than after the first ones', async ({ browser }) => {
  const [, middle, late] = await boardGrowth(browser, 600)
  expect(late.nodes).toBeLessThanOrEqual(middle.nodes * 1.2)
  expect(late.listeners).toBeLessThanOrEqual(middle.listeners * 1.2)
  expect(late.heap - middle.heap).toBeLessThan(1_048_576)
})
