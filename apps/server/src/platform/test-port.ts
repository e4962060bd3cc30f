import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux itself gives to connections and to listeners without a wish (from 32768): one of those can be taken
 * between a test's choice and its use, or while what listened there is away. And above the ports that `fetch` refuses.
 */
const lowest = 11_000
const count = 20_000

/** Processes that test at the same time begin at other places. */
let next = (process.pid * 199) % count

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/** A port that nobody listens on, and that nobody else gets while the test uses it. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < count; tries += 1) {
    const port = lowest + next
    next = (next + 1) % count
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${lowest} to ${lowest + count} is free`)
}
