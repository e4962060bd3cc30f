import type { Pool } from 'pg'
import type { Context } from '../../platform/context.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { ReadKeyUse } from '../../platform/http/read-key.ts'
import { startWriteBehind } from '../../platform/write-behind.ts'

const minuteMs = 60_000

// What one that calls without end may have counted between two writes.
const mostLines = 10_000

/** The uses of a key within a minute, by call, result and address. */
type UseLine = Omit<ReadKeyUse, 'at'> & { readonly minute: Date; items: number | null; reads: number; lastAt: Date }

class Uses {
  #lines = new Map<string, UseLine>()
  #isNoted = Promise.withResolvers<void>()

  add(use: ReadKeyUse, reads = 1, minute = new Date(Math.floor(use.at.getTime() / minuteMs) * minuteMs)): void {
    const name = [use.companyId, use.keyId, minute.getTime(), use.method, use.path, use.result, use.address].join('\0')
    const known = this.#lines.get(name)
    if (known === undefined && this.#lines.size >= mostLines) return
    const { at, items, ...call } = use
    if (known === undefined) this.#lines.set(name, { ...call, minute, items, reads, lastAt: at })
    else {
      known.reads += reads
      if (items !== null) known.items = (known.items ?? 0) + items
      if (at > known.lastAt) known.lastAt = at
    }
    this.wake()
  }

  wake(): void {
    this.#isNoted.resolve()
  }

  /** Settles once there is something to write. */
  noted(): Promise<void> {
    return this.#isNoted.promise
  }

  take(): UseLine[] {
    const lines = [...this.#lines.values()]
    this.#lines = new Map()
    this.#isNoted = Promise.withResolvers()
    return lines
  }
}

const usesByPool = new WeakMap<Pool, Uses>()

const usesOf = (pool: Pool): Uses => {
  const uses = usesByPool.get(pool) ?? new Uses()
  usesByPool.set(pool, uses)
  return uses
}

/** Notes what became of a key's call. Written later, with what else came within a minute. */
export const noteReadKeyUse =
  ({ pool }: Pick<Context, 'pool'>) =>
  (use: ReadKeyUse): void =>
    usesOf(pool).add(use)

// Rows are written in the order of their keys, so that two processes do not wait for each other.
const addUses = {
  name: 'read-key-add-uses',
  text: `
    insert into read_key_use as u (company_id, key_id, minute, method, path, result, address, reads, items, last_at)
    select $1, x.key_id, x.minute, x.method, x.path, x.result, x.address, x.reads, x.items, x.last_at
      from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::bigint[], $10::timestamptz[])
             as x (key_id, minute, method, path, result, address, reads, items, last_at)
     order by x.key_id, x.minute, x.method, x.path, x.result, x.address
    on conflict (company_id, key_id, minute, method, path, result, address) do update set
      reads = u.reads + excluded.reads, items = coalesce(u.items + excluded.items, u.items, excluded.items),
      last_at = greatest(u.last_at, excluded.last_at)`,
}

const noteLastUse = {
  name: 'read-key-last-use',
  text: `
    update read_key k set last_used_at = $3, last_address = $4
     where k.company_id = $1 and k.key_id = $2 and (k.last_used_at is null or k.last_used_at < $3)`,
}

const writeOf = async (pool: Pool, companyId: number, lines: readonly UseLine[]): Promise<void> => {
  await pool.query({
    ...addUses,
    values: [
      companyId,
      arrayOf(lines, ({ keyId }) => keyId),
      lines.map(({ minute }) => minute),
      arrayOf(lines, ({ method }) => method),
      arrayOf(lines, ({ path }) => path),
      arrayOf(lines, ({ result }) => result),
      arrayOf(lines, ({ address }) => address),
      arrayOf(lines, ({ reads }) => reads),
      lines.map(({ items }) => items),
      lines.map(({ lastAt }) => lastAt),
    ],
  })
  const given = lines.filter(({ result }) => result === 'given').toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime())
  for (const { keyId, lastAt, address } of new Map(given.map((line) => [line.keyId, line])).values())
    await pool.query({ ...noteLastUse, values: [companyId, keyId, lastAt, address] })
}

/**
 * Writes what this process has noted of read keys.
 * @param onFailure called with what the database throws; what could not be written is noted again, to be written the next time
 */
export const writeReadKeyUses = async (pool: Pool, onFailure: (error: unknown) => void): Promise<void> => {
  const uses = usesOf(pool)
  for (const [companyId, lines] of Map.groupBy(uses.take(), (line) => line.companyId))
    try {
      await writeOf(pool, companyId, lines)
    } catch (error) {
      for (const { lastAt, minute, reads, ...line } of lines) uses.add({ ...line, at: lastAt }, reads, minute)
      onFailure(error)
    }
}

/** Writes what this process notes of read keys: the first use at once, what follows each minute; `stop` writes the rest. */
export const startReadKeyUses = ({ pool, log }: Pick<Context, 'pool' | 'log'>): { stop: () => Promise<void> } => {
  const uses = usesOf(pool)
  const write = () =>
    writeReadKeyUses(pool, (error) => log.warn({ reason: reasonOf(error) }, 'the use of read keys could not be written for now'))
  return startWriteBehind({ next: () => uses.noted(), wake: () => uses.wake(), write, everyMs: minuteMs })
}
