import { chromium } from 'playwright'
import { boardGrowth } from '../../e2e/board-growth.ts'
import { launchOptions } from '../../e2e/chromium.ts'
import { report } from '../figure.ts'

/** A board every 0.7 s for an hour: as often as a server ever sends one. */
const hour = 5_143
const megabyte = 1_048_576

/** What a wallboard that is open for an hour holds; SOAK_BOARDS shortens it. */
export const soakWallboard = async (): Promise<boolean> => {
  const browser = await chromium.launch(launchOptions)
  try {
    const [early, middle, late] = await boardGrowth(browser, Number(process.env['SOAK_BOARDS'] ?? hour))
    report('wallboard heap, last third against the first', late.heap / megabyte, 'MB', early.heap / megabyte)
    report('wallboard elements, last third against the first', late.nodes, 'nodes', early.nodes)
    report('wallboard listeners, last third against the first', late.listeners, 'listeners', early.listeners)
    return late.heap - middle.heap < megabyte && late.nodes <= early.nodes * 1.2 && late.listeners <= early.listeners * 1.2
  } finally {
    await browser.close()
  }
}
