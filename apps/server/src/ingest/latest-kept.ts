const mostKept = 20_000

/** So many values at most, each by its key; beyond that, what was kept longest ago goes. */
export class LatestKept<Key, Value> {
  /** What was kept longest ago comes first. */
  readonly #values = new Map<Key, Value>()
  readonly #keyOf: (value: Value) => Key
  readonly #most: number

  constructor(keyOf: (value: Value) => Key, most = mostKept) {
    this.#keyOf = keyOf
    this.#most = most
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key)
  }

  keep(values: readonly Value[]): void {
    for (const value of values) {
      const key = this.#keyOf(value)
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    for (const key of this.#values.keys()) {
      if (this.#values.size <= this.#most) return
      this.#values.delete(key)
    }
  }
}
