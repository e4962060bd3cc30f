import { maxReadings } from '@mimamori/contract'
import { type Answers, sendUntilAcknowledged } from '../../../apps/server/test/durability/http-senders.ts'
import { openGateway, publishReadings } from '../../../apps/server/test/durability/mqtt-senders.ts'
import type { HeatReading, Pulse } from '../../../apps/server/test/durability/crew.ts'
import { workingDays } from './pressed-clock.ts'
import type { PressedTime } from './pressed-time.ts'
import { bandDayOf, instantOf, minutesOfDay, pulseOf, type WeekSite } from './site.ts'

const gateways = 10
const minuteMs = 60_000
// The heat of half a minute later counts for a minute's readings, so they leave after it.
const leavesAfterMs = 40_000
const longestOutageMs = 30 * minuteMs

/**
 * The gateways of a site through its week, half of them over HTTP and half over the broker. What one could not deliver it sends
 * with the next, as many readings as a message takes.
 */
export class WeekSenders {
  readonly answers: Answers = new Map()
  acknowledged = 0
  /** Nights that are over: no day begins before the night is. */
  nights = 0
  readonly #site: WeekSite
  readonly #time: PressedTime
  readonly #url: string
  readonly #mqttUrl: string
  readonly #daysDone: number[] = Array.from({ length: workingDays }, () => 0)
  #heatUntil = Number.NEGATIVE_INFINITY

  constructor(site: WeekSite, time: PressedTime, url: string, mqttUrl: string) {
    this.#site = site
    this.#time = time
    this.#url = url
    this.#mqttUrl = mqttUrl
  }

  /** Whether all gateways have delivered a day. */
  hasDelivered(day: number): boolean {
    return this.#daysDone[day] === gateways
  }

  async run(): Promise<void> {
    await Promise.all([this.#sendHeat(), ...Array.from({ length: gateways }, (_, gateway) => this.#sendAs(gateway))])
  }

  #post(readings: readonly (Pulse | HeatReading)[]): Promise<void> {
    const { key } = this.#site
    return sendUntilAcknowledged(key.bearer, readings, { url: this.#url, answers: this.answers, patienceMs: longestOutageMs })
  }

  async #sendHeat(): Promise<void> {
    const values = this.#site.heat.map((reading) => ({ reading, at: Date.parse(reading.at) }))
    while (values[0] !== undefined) {
      await this.#time.until(values[0].at)
      const now = this.#time.now()
      const count = values.filter(({ at }) => at <= now).length
      const due = values.splice(0, Math.max(1, count))
      await this.#post(due.map(({ reading }) => reading))
      this.#heatUntil = values[0]?.at ?? Number.POSITIVE_INFINITY
    }
  }

  /** Whether the heat that counts for readings of an instant has been stored. */
  #isHeatKnown(at: number): boolean {
    return this.#heatUntil > at + minuteMs
  }

  async #sendAs(gateway: number): Promise<void> {
    const carried = this.#site.hands.flatMap(({ serial }, worker) => (worker % gateways === gateway ? [{ serial, worker }] : []))
    const atOnce = Math.max(1, Math.floor(maxReadings / 2 / Math.max(1, carried.length)))
    const client = gateway % 2 === 0 ? undefined : openGateway(this.#mqttUrl, this.#site)
    for (let day = 0; day < workingDays; day++) {
      while (this.nights < day) await this.#time.minutes(1)
      const bands = carried.map(({ serial, worker }) => ({ serial, band: bandDayOf(this.#site.seed, worker, day) }))
      for (let minute = 0; minute < minutesOfDay;) {
        const begin = minute
        await this.#time.until(instantOf(this.#site, day, minute) + leavesAfterMs)
        const now = this.#time.now()
        while (minute < minutesOfDay && minute - begin < atOnce) {
          const at = instantOf(this.#site, day, minute)
          if (at + leavesAfterMs > now || !this.#isHeatKnown(at)) break
          minute += 1
        }
        if (minute === begin) {
          await this.#time.minutes(0.2)
          continue
        }
        const readings: Pulse[] = []
        for (let each = begin; each < minute; each++)
          for (const { serial, band } of bands) readings.push(pulseOf(this.#site, serial, band, day, each))
        if (readings.length > 0) await (client === undefined ? this.#post(readings) : publishReadings(client, this.#site, readings))
        this.acknowledged += readings.length
      }
      this.#daysDone[day] = (this.#daysDone[day] ?? 0) + 1
    }
    await client?.endAsync()
  }
}
