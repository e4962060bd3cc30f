/** Whose room it is: a key, and the customer whose key it is. */
export type Holder = { readonly companyId: number; readonly keyId: string }

type Waiting = { readonly amount: number; readonly resolve: () => void }

/**
 * Room that many share and none can fill: what a key holds, what its customer holds and what all hold together come to
 * the capacity at most. So a key alone gets a third of it, a customer with many keys a half, and the more come the less
 * each of them gets, while something is always left for who holds little. (Dynamic thresholds, Choudhury and Hahne 1998,
 * once for customers and once for the keys of each.)
 */
export class FairRoom {
  readonly #capacity: number
  readonly #mostOfOne: number
  readonly #ofKeys = new Map<string, number>()
  readonly #ofCustomers = new Map<number, number>()
  readonly #waiting = new Map<string, { readonly holder: Holder; readonly line: Waiting[] }>()
  #all = 0

  /** @param mostOfOne what one key may hold although there is more */
  constructor(capacity: number, mostOfOne = capacity) {
    this.#capacity = capacity
    this.#mostOfOne = mostOfOne
  }

  /** What all hold together. */
  get held(): number {
    return this.#all
  }

  /** What a key holds. */
  heldBy({ keyId }: Pick<Holder, 'keyId'>): number {
    return this.#ofKeys.get(keyId) ?? 0
  }

  /** True where so much more fits beside what the holder and all others hold. */
  fits({ companyId, keyId }: Holder, amount: number): boolean {
    const own = this.heldBy({ keyId }) + amount
    const customer = (this.#ofCustomers.get(companyId) ?? 0) + amount
    return own <= this.#mostOfOne && own + customer + this.#all + amount <= this.#capacity
  }

  /** Takes room where there is some. */
  tryTake(holder: Holder, amount: number): boolean {
    if (!this.fits(holder, amount)) return false
    this.force(holder, amount)
    return true
  }

  /** Takes room once there is some, in the order in which the holder asked. */
  take(holder: Holder, amount: number): Promise<void> {
    const before = this.#waiting.get(holder.keyId)
    if (before === undefined && this.tryTake(holder, amount)) return Promise.resolve()
    const line: Waiting[] = before?.line ?? []
    this.#waiting.set(holder.keyId, { holder, line })
    return new Promise((resolve) => line.push({ amount, resolve }))
  }

  /** Takes room also where there is none: for what has come already and must be counted. */
  force({ companyId, keyId }: Holder, amount: number): void {
    this.#count(this.#ofKeys, keyId, amount)
    this.#count(this.#ofCustomers, companyId, amount)
    this.#all += amount
  }

  give(holder: Holder, amount: number): void {
    this.force(holder, -amount)
    for (const [keyId, { holder: next, line }] of this.#waiting) {
      while (line[0] !== undefined && this.tryTake(next, line[0].amount)) line.shift()?.resolve()
      if (line.length === 0) this.#waiting.delete(keyId)
    }
  }

  /** A key that holds nothing is forgotten, because keys come and go for years. */
  #count<Key>(held: Map<Key, number>, key: Key, amount: number): void {
    const sum = (held.get(key) ?? 0) + amount
    if (sum === 0) held.delete(key)
    else held.set(key, sum)
  }
}
