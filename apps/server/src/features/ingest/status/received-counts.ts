import { type IngestWay, mostNamedDevices, type ReadingKind } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { Sender } from '../../../platform/http/route.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { Unread } from '../decode.ts'
import { mostRefusals } from './refusals.ts'
import { SiteLines } from './site-lines.ts'

const minuteMs = 60_000

// A sender may make names and numbers up: what is counted between two writes is bounded, of a site and of all.
const mostLines = 20_000
const mostSenders = 20_000
export const mostFieldsOfSite = 100

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
export type RefusalLine = Line & Omit<Refused, 'isUnknownDevice' | 'value'> & { firstAt: number; value: string | null }
export type FieldLine = Line & Unread & { readonly serials: Set<string> }
export type DeviceLine = Line & { readonly kind: ReadingKind; readonly serial: string }

/** What came since the last write. */
export type CountedMessages = {
  readonly minutes: readonly SenderMinute[]
  readonly refusals: readonly RefusalLine[]
  readonly fields: readonly FieldLine[]
  readonly devices: readonly DeviceLine[]
}

/** Adds a line to one that is alike: what came last counts, and all readings. */
const raise = <Entry extends Line>(lines: SiteLines<Entry>, line: Entry): Entry | undefined => {
  const known = lines.take(line)
  if (known === undefined || known === line) return known
  known.lastAt = Math.max(known.lastAt, line.lastAt)
  known.readings += line.readings
  return known
}

/** What this process received and has not written yet (decisions/0144). Bounded in memory, whatever is sent. */
export class ReceivedCounts {
  #minutes = new Map<string, SenderMinute>()
  readonly #refusals = new SiteLines<RefusalLine>(
    ({ kind, serial, field, reason, lastAt }) => [japanDay(new Date(lastAt)), kind, serial, field, reason].join('\0'),
    mostRefusals,
    mostLines,
  )
  readonly #fields = new SiteLines<FieldLine>(({ kind, field }) => `${kind}/${field}`, mostFieldsOfSite, mostLines)
  readonly #devices = new SiteLines<DeviceLine>(({ kind, serial }) => `${kind}/${serial}`, mostRefusals, mostLines)
  #waiting: (() => void)[] = []

  /** Counts a message, once it is known what became of it. */
  add(sender: Sender, message: ReceivedMessage): void {
    const { at, accepted, duplicates, refused, unread } = message
    const { companyId, officeId, keyId } = sender
    const ofKey = { companyId, officeId, keyId, lastAt: at }
    const reasons = new Map<string, number>()
    for (const { reason } of refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    this.#addMinute({ ...ofKey, minute: at - (at % minuteMs), via: message.via, accepted, duplicates, refused: reasons })
    for (const { isUnknownDevice, ...what } of refused) {
      this.#addRefusal({ ...ofKey, ...what, firstAt: at, readings: 1 })
      const { kind, serial } = what
      if (isUnknownDevice && kind !== '' && sender.isTrial !== true) raise(this.#devices, { ...ofKey, kind, serial, readings: 1 })
    }
    for (const { serial, ...field } of unread)
      this.#addField({ ...ofKey, ...field, serials: new Set(serial === '' ? [] : [serial]), readings: 1 })
    this.wake()
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

  /** Adds what was taken and could not be written, as far as there is room. */
  giveBack({ minutes, refusals, fields, devices }: CountedMessages): void {
    for (const minute of minutes) this.#addMinute(minute)
    for (const line of refusals) this.#addRefusal(line)
    for (const line of fields) this.#addField(line)
    for (const line of devices) raise(this.#devices, line)
    this.wake()
  }

  /** Lets who waits for a change look again. */
  wake(): void {
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Resolves once there is something to take, or at a call of `wake`. */
  async changed(): Promise<void> {
    if (this.#minutes.size > 0) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #addMinute(minute: SenderMinute): void {
    const key = `${minute.keyId}/${minute.minute}`
    const own = this.#minutes.get(key)
    if (own === undefined) {
      // No room only where the database has been away for long.
      if (this.#minutes.size < mostSenders) this.#minutes.set(key, minute)
      return
    }
    own.accepted += minute.accepted
    own.duplicates += minute.duplicates
    for (const [reason, readings] of minute.refused) own.refused.set(reason, (own.refused.get(reason) ?? 0) + readings)
    if (minute.lastAt < own.lastAt) return
    own.lastAt = minute.lastAt
    own.via = minute.via
  }

  #addRefusal(line: RefusalLine): void {
    const known = raise(this.#refusals, line)
    if (known === undefined) return
    if (line.lastAt >= known.lastAt) known.value = line.value
    known.firstAt = Math.min(known.firstAt, line.firstAt)
  }

  #addField(line: FieldLine): void {
    const known = raise(this.#fields, line)
    for (const serial of line.serials) if (known !== undefined && known.serials.size < mostNamedDevices) known.serials.add(serial)
  }
}

const countsByPool = new WeakMap<Pool, ReceivedCounts>()

/** What this process counts for a database: HTTP and MQTT add to the same. */
export const countsOf = (pool: Pool): ReceivedCounts => {
  const own = countsByPool.get(pool) ?? new ReceivedCounts()
  countsByPool.set(pool, own)
  return own
}
