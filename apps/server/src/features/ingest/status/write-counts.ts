import pLimit from 'p-limit'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/recurring.ts'
import { isTransient } from '../transient.ts'
import { type CountedMessages, countsOf } from './received-counts.ts'
import { writeFields } from './write-fields.ts'
import { writeMinutes } from './write-minutes.ts'
import { writeDevices, writeRefusals } from './write-refusals.ts'

// Of a pool's connections most are for calls.
const companiesAtOnce = 3

/** What was counted of one company, in one transaction: on a cluster it is one node's matter. */
const writeOf = async (client: PoolClient, companyId: number, { minutes, refusals, fields, devices }: CountedMessages): Promise<void> => {
  if (minutes.length > 0) await writeMinutes(client, companyId, minutes)
  if (refusals.length > 0) await writeRefusals(client, companyId, refusals)
  if (fields.length > 0) await writeFields(client, companyId, fields)
  // The last, since batches of readings wait while these rows are held.
  if (devices.length > 0) await writeDevices(client, companyId, devices)
}

const byCompany = ({ minutes, refusals, fields, devices }: CountedMessages): Map<number, CountedMessages> => {
  const companies = new Set([...minutes, ...refusals, ...fields, ...devices].map(({ companyId }) => companyId))
  const ofCompany = <Line extends { readonly companyId: number }>(lines: readonly Line[]) => {
    const grouped = Map.groupBy(lines, ({ companyId }) => companyId)
    return (companyId: number) => grouped.get(companyId) ?? []
  }
  const [m, r, f, d] = [ofCompany(minutes), ofCompany(refusals), ofCompany(fields), ofCompany(devices)]
  return new Map(
    [...companies].map((companyId) => [
      companyId,
      { minutes: m(companyId), refusals: r(companyId), fields: f(companyId), devices: d(companyId) },
    ]),
  )
}

const inOwnTransaction = async (pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  let isBroken = true
  try {
    await inTransaction(client, () => work(client))
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}

const writing = new WeakMap<Pool, Promise<void>>()

/**
 * Adds to the database what this process has counted, after what it writes already.
 * @param onFailure called with what the database throws. Where it is away, or two processes were in each other's way, the company's
 * counts are written with the next ones, as far as there is room; else they are lost.
 */
export const writeCounts = (pool: Pool, onFailure: (error: unknown) => void): Promise<void> => {
  const written = (writing.get(pool) ?? Promise.resolve()).then(() => writeAfter(pool, onFailure))
  writing.set(pool, written)
  return written
}

const writeAfter = async (pool: Pool, onFailure: (error: unknown) => void): Promise<void> => {
  const counts = countsOf(pool)
  const side = pLimit(companiesAtOnce)
  await Promise.all(
    [...byCompany(counts.take())].map(([companyId, counted]) =>
      side(async () => {
        try {
          await inOwnTransaction(pool, (client) => writeOf(client, companyId, counted))
        } catch (error) {
          if (isTransient(error)) counts.giveBack(counted)
          onFailure(error)
        }
      }),
    ),
  )
}
