import type { SelfAnswer } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'

type AnswerRow = { readonly state: SelfAnswer['state']; readonly done_at: Date; readonly received_at: Date }

/** What a person said last, since then; null where they said nothing. */
export const lastAnswer = async (db: Db, { companyId, userId }: PersonKey, since: Date): Promise<SelfAnswer | null> => {
  const { rows } = await sql<AnswerRow>`
    select r.state, r.done_at, r.received_at from condition_report r
     where r.company_id = ${companyId} and r.user_id = ${userId} and r.done_at > ${since}
     order by r.done_at desc, r.report_id desc limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? null : { state: row.state, at: toJapanIso(row.done_at), receivedAt: toJapanIso(row.received_at) }
}
