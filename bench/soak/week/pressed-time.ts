import { setTimeout as after } from 'node:timers/promises'
import { type Knot, pressedAt, realOf } from './pressed-clock.ts'

/** The pressed clock of a run: what it shows now, and waiting until it shows something. Epoch ms. */
export class PressedTime {
  readonly knots: readonly Knot[]
  readonly begin: number

  constructor(knots: readonly Knot[]) {
    this.knots = knots
    this.begin = knots[0]?.[1] ?? 0
  }

  now(): number {
    return pressedAt(this.knots, Date.now())
  }

  /** Hours since the beginning of the week. */
  hours(): number {
    return (this.now() - this.begin) / 3_600_000
  }

  async until(shownMs: number): Promise<void> {
    for (let wait = 1; wait > 0;) {
      wait = realOf(this.knots, shownMs) - Date.now()
      if (wait > 0) await after(Math.min(wait, 60_000))
    }
  }

  untilHours(hours: number): Promise<void> {
    return this.until(this.begin + hours * 3_600_000)
  }

  /** Takes so many minutes of the pressed clock, as they pass now. */
  minutes(count: number): Promise<void> {
    return this.until(this.now() + count * 60_000)
  }
}
