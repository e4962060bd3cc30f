import type { SimulatorClock } from './clock.ts'
import { createMischief, type MischiefRates, usualRates } from './mischief.ts'
import { obey } from './obey.ts'
import type { Line } from './sender.ts'
import type { Uplink } from './uplink.ts'
import type { World } from './world.ts'

export type LiveOptions = {
  readonly world: World
  readonly uplink: Uplink
  /** The way commands come; without one the devices do as they always did. */
  readonly line?: Line
  readonly clock: SimulatorClock
  readonly seed: number
  readonly rates?: MischiefRates
  /** Milliseconds of real time between two looks at the world. */
  readonly tickMs?: number
  readonly signal: AbortSignal
}

/** Lets a site send as its clock goes on, until the signal is given. Messages hold what fell due since the last look. */
export const runLive = async ({
  world,
  uplink,
  line,
  clock,
  seed,
  rates = usualRates,
  tickMs = 1_000,
  signal,
}: LiveOptions): Promise<void> => {
  const mischief = createMischief(seed, rates)
  const look = (): void => {
    const now = clock.now()
    uplink.take(mischief(world.advance(now), now))
  }
  if (signal.aborted) return
  if (line !== undefined) obey({ world, line, clock, seed, signal })
  look()
  await new Promise<void>((resolve) => {
    const timer = setInterval(look, tickMs)
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(timer)
        resolve()
      },
      { once: true },
    )
  })
}
