const defaultLimit = 20_000

/** A bounded map: each value by its key. Beyond the limit, the values that were set longest ago are removed. */
export class LatestEntries<Key, Value> {
  /** In the order in which they were set. */
  readonly #values = new Map<Key, Value>()
  readonly #keyOf: (value: Value) => Key
  readonly #limit: number

  constructor(keyOf: (value: Value) => Key, limit = defaultLimit) {
    this.#keyOf = keyOf
    this.#limit = limit
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key)
  }

  set(values: readonly Value[]): void {
    for (const value of values) {
      const key = this.#keyOf(value)
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    for (const key of this.#values.keys()) {
      if (this.#values.size <= this.#limit) return
      this.#values.delete(key)
    }
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }
}
