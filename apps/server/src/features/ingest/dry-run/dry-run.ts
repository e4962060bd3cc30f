import pLimit, { type LimitFunction } from 'p-limit'
import type { Pool } from 'pg'
import { ComeAgain } from '../../../platform/errors.ts'
import { dayMs } from '@mimamori/contract/day'
import { itemAt } from '@mimamori/contract/typed-lists'
import { attachedReading, bySender } from '../attach/attach.ts'
import { foreseeTimes, type SentReading } from '../attach/clocks.ts'
import { findDevices } from '../attach/find-devices.ts'
import { splitRepeats } from '../load/drop-repeats.ts'
import type { Outcome } from '../pipeline.ts'
import type { ReceivedReading } from '../reading.ts'
import { DeviceCache } from '../row-cache/device-cache.ts'
import { WearCache } from '../row-cache/wear-cache.ts'
import { type IngestContext, inTransaction } from '../transaction.ts'

/** What would become of a reading. */
export type ForeseenReading = {
  readonly outcome: Outcome
  /** Null where the sender's company has no such device. */
  readonly deviceId: number | null
  /** When it was taken by a right clock, epoch ms; null where it is refused. */
  readonly at: number | null
  /** By how much its device's clock is ahead, ms. */
  readonly clockErrorMs: number
}

const unknownDevice: ForeseenReading = { outcome: 'unknownDevice', deviceId: null, at: null, clockErrorMs: 0 }

// Messages of trial keys wait in a queue of their own before; this many people do not try a reading at once.
const mostWaiting = 20

// One transaction at a time in a process, so that whatever is tried leaves the connections to real readings.
const turnsByPool = new WeakMap<Pool, LimitFunction>()
const turnsOf = (pool: Pool): LimitFunction => {
  const turns = turnsByPool.get(pool) ?? pLimit(1)
  turnsByPool.set(pool, turns)
  return turns
}

/**
 * What would become of readings of one company, index-aligned, by what is stored now: nothing is judged, stored, locked or announced,
 * and no device counts as heard. The transaction may only read.
 * @throws ComeAgain where too many wait already
 */
export const foresee = (context: IngestContext, companyId: number, received: readonly ReceivedReading[]): Promise<ForeseenReading[]> => {
  const turns = turnsOf(context.pool)
  if (turns.pendingCount >= mostWaiting) throw new ComeAgain()
  return turns(() => foreseeNow(context, companyId, received))
}

const foreseeNow = (context: IngestContext, companyId: number, received: readonly ReceivedReading[]): Promise<ForeseenReading[]> => {
  const retentionMs = context.config.retentionDays * dayMs
  return inTransaction(
    context,
    companyId,
    async (transaction) => {
      // Rows that this process has cached are confirmed only where there are locks.
      const devices = await findDevices(transaction.client, { devices: new DeviceCache(), wears: new WearCache() }, companyId, received)
      const { sent } = bySender(received, devices)
      const times = await foreseeTimes(transaction.client, companyId, sent, retentionMs)
      const inTime = sent.flatMap((one: SentReading, index) => {
        const { at } = itemAt(times, index)
        return at === null ? [] : [attachedReading(one, at, { wasWrong: false, isSuspected: false }, undefined)]
      })
      const { repeats } = await splitRepeats(transaction, inTime, inTime, true)
      const isRepeat = new Set(repeats.map(({ source }) => source))
      const foreseen = new Map(
        sent.map(({ reading, device }, index): [ReceivedReading, ForeseenReading] => {
          const { at, errorMs: clockErrorMs } = itemAt(times, index)
          const outcome = at === null ? 'tooOld' : isRepeat.has(reading) ? 'duplicate' : 'accepted'
          return [reading, { outcome, deviceId: device.device_id, at, clockErrorMs }]
        }),
      )
      return received.map((reading) => foreseen.get(reading) ?? unknownDevice)
    },
    'begin read only',
  )
}

/** The outcomes of a dry run for readings of one company, as `ingest` gives them. */
export const dryRun = async (context: IngestContext, received: readonly ReceivedReading[]): Promise<Outcome[]> =>
  (await foresee(context, itemAt(received, 0).companyId, received)).map(({ outcome }) => outcome)
