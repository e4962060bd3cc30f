/**
 * A limited number may work at once; the others wait for their turn. Newcomers and those that come again wait in two queues that
 * are served alternately, so that a newcomer does not wait for all that have much to do, nor those for all newcomers.
 */
export class FairTurns {
  #free: number
  readonly #newcomers: (() => void)[] = []
  readonly #again: (() => void)[] = []
  #wasNewcomer = false

  constructor(places: number) {
    this.#free = places
  }

  take(isNewcomer: boolean): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve) => (isNewcomer ? this.#newcomers : this.#again).push(resolve))
  }

  give(): void {
    const isNewcomer = this.#again.length === 0 || (this.#newcomers.length > 0 && !this.#wasNewcomer)
    const next = (isNewcomer ? this.#newcomers : this.#again).shift()
    this.#wasNewcomer = isNewcomer
    if (next === undefined) this.#free += 1
    else next()
  }
}
