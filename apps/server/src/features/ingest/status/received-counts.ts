import type { IngestWay, ReadingKind } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { Sender } from '../../../platform/http/route.ts'
import type { Unread } from '../decode.ts'
import { mostRefusals } from './refusals.ts'

const minuteMs = 60_000

// A sender may make names and numbers up: what is counted between two writes is bounded, of a site and of all.
const mostLines = 20_000
const mostSenders = 20_000
export const mostFieldsOfSite = 100
const mostDevices = 10

/** A reading that was refused; empty texts for what is not known of it. */
export type Refused = {
  readonly kind: ReadingKind | ''
  readonly serial: string
  readonly field: string
  readonly reason: string
  readonly value: string | null
  /** Its device is registered nowhere that its sender may send for. */
  readonly isUnknownDevice: boolean
}

/** What a refused message is about, as far as that is known. */
type RefusedAbout = Pick<Refused, 'kind' | 'serial' | 'field'>
const ofNothing: RefusedAbout = { kind: '', serial: '', field: '' }

/** What became of a message. */
export type ReceivedMessage = {
  readonly at: number
  readonly via: IngestWay
  readonly accepted: number
  readonly duplicates: number
  readonly refused: readonly Refused[]
  /** The fields that were not read, with the device of each. */
  readonly unread: readonly (Unread & { readonly serial: string })[]
}

type Site = { readonly companyId: number; readonly officeId: number }

/** What came from a sender in a clock minute. */
export type SenderMinute = Site & {
  readonly keyId: string
  readonly minute: number
  lastAt: number
  via: IngestWay
  accepted: number
  duplicates: number
  readonly refused: Map<string, number>
}

type Line = Site & { readonly keyId: string; lastAt: number; readings: number }
export type RefusalLine = Line & Omit<Refused, 'isUnknownDevice' | 'value'> & { readonly firstAt: number; value: string | null }
export type FieldLine = Line & Unread & { readonly serials: Set<string> }
export type DeviceLine = Line & { readonly kind: ReadingKind; readonly serial: string }

/** What came since the last write. */
export type CountedMessages = {
  readonly minutes: readonly SenderMinute[]
  readonly refusals: readonly RefusalLine[]
  readonly fields: readonly FieldLine[]
  readonly devices: readonly DeviceLine[]
}

/** Lines by what they have in common, so many of each site; the one that was added to longest ago makes room. */
class SiteLines<Entry extends Line> {
  readonly #mostOfSite: number
  #sites = new Map<number, Map<string, Entry>>()
  #size = 0

  constructor(mostOfSite: number) {
    this.#mostOfSite = mostOfSite
  }

  /** The line with the key, made where there is none; undefined where all sites together have no room. */
  take(officeId: number, key: string, make: () => Entry): Entry | undefined {
    const lines = this.#sites.get(officeId) ?? new Map<string, Entry>()
    this.#sites.set(officeId, lines)
    const known = lines.get(key)
    if (known !== undefined) lines.delete(key)
    else if (lines.size >= this.#mostOfSite) lines.delete(String(lines.keys().next().value))
    else if (this.#size >= mostLines) return undefined
    else this.#size++
    const line = known ?? make()
    lines.set(key, line)
    return line
  }

  clear(): Entry[] {
    const all = [...this.#sites.values()].flatMap((lines) => [...lines.values()])
    this.#sites = new Map()
    this.#size = 0
    return all
  }
}

/** What this process received and has not written yet (decisions/0144). Bounded in memory, whatever is sent. */
export class ReceivedCounts {
  #minutes = new Map<string, SenderMinute>()
  readonly #refusals = new SiteLines<RefusalLine>(mostRefusals)
  readonly #fields = new SiteLines<FieldLine>(mostFieldsOfSite)
  readonly #devices = new SiteLines<DeviceLine>(mostRefusals)

  /** Counts a message, once it is known what became of it. */
  add(sender: Sender, message: ReceivedMessage): void {
    const { at, accepted, duplicates, refused, unread } = message
    const minute = this.#minuteOf(sender, message)
    if (minute !== undefined) {
      minute.accepted += accepted
      minute.duplicates += duplicates
      for (const { reason } of refused) minute.refused.set(reason, (minute.refused.get(reason) ?? 0) + 1)
    }
    const { companyId, officeId, keyId } = sender
    const made = { companyId, officeId, keyId, lastAt: at, readings: 0 }
    for (const { isUnknownDevice, value, ...what } of refused) {
      const { kind, serial, field, reason } = what
      const line = this.#refusals.take(officeId, [keyId, kind, serial, field, reason].join('\0'), () => ({
        ...made,
        ...what,
        firstAt: at,
        value,
      }))
      if (line !== undefined) {
        line.value = value
        raise(line, at)
      }
      if (!isUnknownDevice || kind === '' || sender.isTrial === true) continue
      raise(
        this.#devices.take(officeId, `${kind}/${serial}`, () => ({ ...made, kind, serial })),
        at,
      )
    }
    for (const { serial, ...field } of unread) {
      const line = this.#fields.take(officeId, `${field.kind}/${field.field}`, () => ({ ...made, ...field, serials: new Set() }))
      raise(line, at)
      if (line !== undefined && serial !== '' && line.serials.size < mostDevices) line.serials.add(serial)
    }
  }

  /** Counts a message that could not be read as a whole. @param about what is known of it all the same */
  refuseMessage(sender: Sender, via: IngestWay, at: number, reason: string, about: RefusedAbout = ofNothing): void {
    const refused = { ...about, reason, value: null, isUnknownDevice: false } as const
    this.add(sender, { at, via, accepted: 0, duplicates: 0, refused: [refused], unread: [] })
  }

  /** What was counted since this was called last. */
  take(): CountedMessages {
    const minutes = [...this.#minutes.values()]
    this.#minutes = new Map()
    return { minutes, refusals: this.#refusals.clear(), fields: this.#fields.clear(), devices: this.#devices.clear() }
  }

  #minuteOf({ companyId, officeId, keyId }: Sender, { at, via }: ReceivedMessage): SenderMinute | undefined {
    const minute = at - (at % minuteMs)
    const key = `${keyId}/${minute}`
    let own = this.#minutes.get(key)
    if (own === undefined) {
      // Only where the database has been away for long.
      if (this.#minutes.size >= mostSenders) return undefined
      own = { companyId, officeId, keyId, minute, lastAt: at, via, accepted: 0, duplicates: 0, refused: new Map() }
      this.#minutes.set(key, own)
    }
    own.lastAt = at
    own.via = via
    return own
  }
}

const raise = (line: Line | undefined, at: number): void => {
  if (line === undefined) return
  line.lastAt = at
  line.readings += 1
}

const countsByPool = new WeakMap<Pool, ReceivedCounts>()

/** What this process counts for a database: HTTP and MQTT add to the same. */
export const countsOf = (pool: Pool): ReceivedCounts => {
  const own = countsByPool.get(pool) ?? new ReceivedCounts()
  countsByPool.set(pool, own)
  return own
}
