import type { PoolClient } from 'pg'
import { onClient } from '../../platform/exchange/on-client.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { type FailureKind, logFailure } from './record-failure.ts'

type FailedSignIn = {
  readonly company_id: number
  readonly user_id: number | null
  readonly kind: FailureKind
  readonly first_at: Date
  readonly last_at: Date
  readonly address: string
  readonly failures: number
}

const columns = 'f.company_id, f.user_id, f.kind, f.first_at, f.last_at, f.address, f.failures'

const takeFirst = `update failed_sign_in f set is_logged = true where not f.is_logged returning ${columns}`

const takeOver = `delete from failed_sign_in f where f.first_at <= $1::timestamptz - interval '1 hour' returning ${columns}`

// `verify-log` takes an entry that is dated an hour before its neighbours for one that was put in between.
const oldestEntryMs = 30 * 60_000

/** Logs the first failure of each account and network, under its own time unless the job was long away. */
const logFirst = async (client: PoolClient, now: Date): Promise<void> => {
  const { rows } = await client.query<FailedSignIn>(takeFirst)
  const inOrder = rows.toSorted((a, b) => a.first_at.getTime() - b.first_at.getTime())
  for (const { company_id: companyId, user_id: userId, kind, first_at, address } of inOrder) {
    const at = new Date(Math.max(first_at.getTime(), now.getTime() - oldestEntryMs))
    await logFailure(onClient(client), { companyId, userId, kind, at, address })
  }
}

/** Logs the failures of each account and network whose hour is over together, unless there was only the first. */
const logOver = async (client: PoolClient, now: Date): Promise<void> => {
  const { rows } = await client.query<FailedSignIn>(takeOver, [now])
  for (const { company_id: companyId, user_id: userId, kind, first_at, last_at, address, failures } of rows) {
    if (failures === 1) continue
    const several = { failures, firstFailedAt: toJapanIso(first_at), lastFailedAt: toJapanIso(last_at) }
    await logFailure(onClient(client), { companyId, userId, kind, at: now, address, several })
  }
}

/**
 * Puts failures to sign in on the log: the first of an account from a network within seconds, those that follow together
 * once its hour is over.
 */
export const logFailedSignInsJob: Recurring = {
  name: 'log-failed-sign-ins',
  everySeconds: 5,
  run: async ({ clock }, client) => {
    const now = clock()
    await logFirst(client, now)
    await logOver(client, now)
  },
}
