import { onClient } from '../platform/exchange/on-client.ts'
import { toJapanIso } from '../platform/japan-time.ts'
import type { Recurring } from '../platform/database/recurring.ts'
import { type FailureKind, tellFailure } from './record-failure.ts'

type Over = {
  readonly company_id: number
  readonly user_id: number | null
  readonly kind: FailureKind
  readonly first_at: Date
  readonly last_at: Date
  readonly address: string
  readonly failures: number
}

const takeOver = `
  delete from failed_sign_in f where f.first_at <= $1::timestamptz - interval '1 hour'
  returning f.company_id, f.user_id, f.kind, f.first_at, f.last_at, f.address, f.failures`

/** Puts failures to sign in whose hour is over on the log, by one entry for each account and network. The first of them is there already. */
export const tellFailedSignInsJob: Recurring = {
  name: 'tell-failed-sign-ins',
  everySeconds: 60,
  run: async ({ clock }, client) => {
    const { rows } = await client.query<Over>(takeOver, [clock()])
    const db = onClient(client)
    for (const { company_id: companyId, user_id: userId, kind, first_at, last_at, address, failures } of rows) {
      if (failures === 1) continue
      const several = { failures, firstFailedAt: toJapanIso(first_at), lastFailedAt: toJapanIso(last_at) }
      await tellFailure(db, { companyId, userId, kind, at: clock(), address, several })
    }
  },
}
