import { isTransient } from './transient.ts'

type Company = {
  /** Readings under way, in whichever lane. */
  held: number
  /** What is under way in the shared lane. */
  readonly shared: Set<Promise<unknown>>
  /** Set once they are too many for one lane: resolves when the shared lane holds nothing any more. */
  parted: Promise<void> | undefined
}

/** What failed for all who send now fails those, too, who wait: stored, they would be ahead of readings that are sent again. */
const allDone = async (works: ReadonlySet<Promise<unknown>>): Promise<void> => {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected' && isTransient(one.reason)) throw one.reason
}

/**
 * Decides whether a company's readings go into one lane or into all of them. A batch costs as much as two hundred readings, whatever it
 * holds: as long as few readings are under way they share one lane, and a message is one batch. More are parted by device, until nothing
 * is under way.
 */
export class SharedLane {
  readonly #most: number
  readonly #lanes: number
  readonly #companies = new Map<number, Company>()

  /**
   * @param most readings of one company that share a lane
   * @param lanes of a company; where there is one, only a message of more readings is parted
   */
  constructor(most: number, lanes: number) {
    this.#most = most
    this.#lanes = lanes
  }

  /**
   * Does the work of a message, which keeps the order of each device's readings: parted work begins when no shared work is left.
   * @param work is handed whether all readings go into the shared lane
   * @returns what the work answers
   */
  async run<Answer>(companyId: number, readings: number, work: (isShared: boolean) => Promise<Answer>): Promise<Answer> {
    if (this.#lanes === 1) return work(readings <= this.#most)
    const company = this.#companies.get(companyId) ?? { held: 0, shared: new Set(), parted: undefined }
    this.#companies.set(companyId, company)
    company.held += readings
    try {
      if (company.parted === undefined && company.held <= this.#most) return await this.#share(company, work)
      await (company.parted ??= this.#part(company))
      return await work(false)
    } finally {
      company.held -= readings
      if (company.held === 0) this.#companies.delete(companyId)
    }
  }

  async #share<Answer>({ shared }: Company, work: (isShared: boolean) => Promise<Answer>): Promise<Answer> {
    const done = work(true)
    shared.add(done)
    try {
      return await done
    } finally {
      shared.delete(done)
    }
  }

  #part(company: Company): Promise<void> {
    const parted = allDone(company.shared)
    // Who comes after the failure does not fail by it.
    parted.catch(() => (company.parted = Promise.resolve()))
    return parted
  }
}
