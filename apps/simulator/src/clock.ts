/** The simulator's clock, epoch ms. */
export type SimulatorClock = { readonly now: () => number }

/**
 * A clock that starts at `startMs` and runs `speed` times as fast as `realNow` until it has caught up with it. It
 * never runs ahead: the server refuses readings from the future.
 */
export const createClock = (startMs: number, speed: number, realNow: () => number = Date.now): SimulatorClock => {
  const began = realNow()
  return {
    now: () => {
      const real = realNow()
      return Math.min(real, startMs + (real - began) * speed)
    },
  }
}
