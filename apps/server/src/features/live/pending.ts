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

export const nothing: Changes = { people: [], alerts: [], devices: [], displays: [], maps: [] }

/** What an announcement says has changed, and at which office; undefined for one of something else. */
export const readChanges = (payload: string): (Changes & { readonly office: OfficeKey }) | undefined => {
  const change = readPayload(payload)
  if (change === undefined) return undefined
  const { c: companyId, o: officeId, u = [], a = [], d = [], s, m } = change
  const office = { companyId, officeId }
  return {
    office,
    people: u.map((userId) => ({ companyId, userId })),
    alerts: a.map((alertId) => ({ companyId, alertId })),
    devices: d.map((deviceId) => ({ companyId, deviceId })),
    displays: s === 1 ? [office] : [],
    maps: m === 1 ? [office] : [],
  }
}

/** Collects what has been announced until it is read. */
export class Pending {
  #announced: Changes[] = []

  get isEmpty(): boolean {
    return this.#announced.length === 0
  }

  add(changes: Changes): void {
    if (sizeOf(changes) > 0) this.#announced.push(changes)
  }

  /** All of it, each row once; empty afterwards. */
  take(): Changes {
    const changes = this.#announced.length === 0 ? nothing : mergeChanges(this.#announced)
    this.#announced = []
    return changes
  }
}
