import { z } from 'zod'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { type Changes, sizeOf, mergeChanges } from './changes.ts'

const keys = z.array(z.number()).optional()
const Payload = z.object({
  c: z.number(),
  o: z.number(),
  u: keys,
  d: keys,
  a: keys,
  s: z.literal(1).optional(),
  m: z.literal(1).optional(),
})

const readPayload = (payload: string): z.output<typeof Payload> | undefined => {
  try {
    return Payload.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** The company of an announced change; undefined for what is none. */
export const companyOf = (payload: string): number | undefined => readPayload(payload)?.c

const nothing: Changes = { people: [], alerts: [], devices: [], displays: [], maps: [] }

/** Collects what has been announced until it is read. */
export class Pending {
  #announced: Changes[] = []

  get isEmpty(): boolean {
    return this.#announced.length === 0
  }

  /** @returns true for a valid announcement about an office that somebody listens to */
  add(payload: string, isListenedTo: (office: OfficeKey) => boolean): boolean {
    const change = readPayload(payload)
    if (change === undefined) return false
    const { c: companyId, o: officeId, u = [], a = [], d = [], s, m } = change
    if (!isListenedTo({ companyId, officeId })) return false
    this.restore({
      people: u.map((userId) => ({ companyId, userId })),
      alerts: a.map((alertId) => ({ companyId, alertId })),
      devices: d.map((deviceId) => ({ companyId, deviceId })),
      displays: s === 1 ? [{ companyId, officeId }] : [],
      maps: m === 1 ? [{ companyId, officeId }] : [],
    })
    return true
  }

  /** Puts back what could not be read. */
  restore(changes: Changes): void {
    if (sizeOf(changes) > 0) this.#announced.push(changes)
  }

  /** All of it, each row once; empty afterwards. */
  take(): Changes {
    const changes = this.#announced.length === 0 ? nothing : mergeChanges(this.#announced)
    this.#announced = []
    return changes
  }
}
