import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from '../errors.ts'
import type { DatabaseHost } from './database-hosts.ts'

/** What a host said of itself last: the timeline that it writes, or why nobody can write there. */
export type Verdict = { readonly timeline: number } | { readonly reason: string }

const beatMs = 500
const patienceMs = 3_000

/** The reason of a host that answers and takes no writes: a standby, or a primary that was closed to writing. */
export const readOnly = 'read-only'

// Each promotion begins a new timeline, so of two that both take writes the higher one was promoted later.
const question = `
  select current_setting('transaction_read_only')::boolean as closed,
         case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`

const ask = async (client: pg.Client): Promise<Verdict> => {
  const { rows } = await client.query<{ closed: boolean; timeline: number | null }>(question)
  const { closed = true, timeline = null } = rows[0] ?? {}
  return closed || timeline === null ? { reason: readOnly } : { timeline }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : '')

const reasonOf = (error: unknown): string => {
  const [one]: unknown[] = error instanceof AggregateError ? error.errors : []
  // A name with several addresses fails with one error for each, and no words of its own.
  return codeOf(error) ?? (textOf(error) || textOf(one) || 'no reason given')
}

/** Asks one host again and again, over one connection while it lasts, and says what it hears. Over when stopping. */
const watchHost = async (host: DatabaseHost, hear: (verdict: Verdict) => void, stopping: AbortSignal): Promise<void> => {
  const pause = (signal: AbortSignal) => after(beatMs, undefined, { signal, ref: false }).catch(() => undefined)
  while (!stopping.aborted) {
    const client = new pg.Client({
      connectionString: host.url,
      application_name: 'mimamori-watch',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    })
    const over = new AbortController()
    const cut = () => client.connection.stream.destroy()
    const either = AbortSignal.any([over.signal, stopping])
    client.on('error', () => undefined)
    client.once('end', () => over.abort())
    stopping.addEventListener('abort', cut, { once: true })
    let isAnswering = false
    try {
      await client.connect()
      while (!either.aborted) {
        hear(await ask(client))
        isAnswering = true
        await pause(either)
      }
    } catch (error) {
      isAnswering = false
      if (!stopping.aborted) hear({ reason: reasonOf(error) })
    } finally {
      // A host that fell silent does not answer a farewell either.
      cut()
      stopping.removeEventListener('abort', cut)
    }
    // What was well until just now is asked again at once: the connection may have been closed and nothing else.
    if (!isAnswering) await pause(stopping)
  }
}

/** Watches hosts until stopped; `hear` is called with the state of each, several times a second. */
export const watchHosts = (
  hosts: readonly DatabaseHost[],
  hear: (host: DatabaseHost, verdict: Verdict) => void,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const watches = hosts.map((host) => watchHost(host, (verdict) => hear(host, verdict), stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(watches)
    },
  }
}
