import type { SimulatorClock } from './clock.ts'
import { createFaultInjector, type FaultRates, usualRates } from './fault-injector.ts'
import { executeCommands } from './execute-commands.ts'
import type { CommandChannel } from './sender.ts'
import type { Uplink } from './uplink.ts'
import type { World } from './world.ts'

export type LiveOptions = {
  readonly world: World
  readonly uplink: Uplink
  /** Where commands come from; without it the devices keep their settings. */
  readonly commands?: CommandChannel
  readonly clock: SimulatorClock
  readonly seed: number
  readonly rates?: FaultRates
  /** Milliseconds of real time between two steps of the world. */
  readonly tickMs?: number
  readonly signal: AbortSignal
}

/** Lets a site send as its clock advances, until the signal is given. A message holds the readings due since the last step. */
export const runLive = async ({
  world,
  uplink,
  commands,
  clock,
  seed,
  rates = usualRates,
  tickMs = 1_000,
  signal,
}: LiveOptions): Promise<void> => {
  const injectFaults = createFaultInjector(seed, rates)
  const look = (): void => {
    const now = clock.now()
    uplink.take(injectFaults(world.advance(now), now))
  }
  if (signal.aborted) return
  if (commands !== undefined) executeCommands({ world, commands, clock, seed, signal })
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
