import type { OpenSession } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { isNotified } from '../../platform/outside/outgoing-push.ts'
import { browserInWords } from './browser-words.ts'
import type { PersonKey } from '../organisation/keys.ts'

type Row = {
  readonly session_id: string
  readonly address: string | null
  readonly last_address: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly rotated_at: Date
  readonly expires_at: Date
  readonly receives_notices: boolean
}

/**
 * A person's open sessions, the last used first. One that has run out but whose browser is still sent notices is among
 * them, so that it can be ended.
 * @param current the session that asks; none of them where somebody else asks
 */
export const readSessions = async (
  db: Db,
  { companyId, userId }: PersonKey,
  current: string | undefined,
  now: Date,
): Promise<OpenSession[]> => {
  const { rows } = await sql<Row>`
    select s.session_id, s.address, s.last_address, s.user_agent, s.created_at, s.rotated_at, s.expires_at,
           k.session_id is not null and ${isNotified(now)} as receives_notices
      from session s
      left join push_subscription k on k.company_id = s.company_id and k.session_id = s.session_id
     where s.company_id = ${companyId} and s.user_id = ${userId} and s.ended_at is null
       and (s.expires_at > ${now} or (k.session_id is not null and ${isNotified(now)}))
     order by s.rotated_at desc, s.session_id`.execute(db)
  return rows.map((row) => ({
    sessionId: row.session_id,
    browser: browserInWords(row.user_agent),
    address: row.address,
    lastAddress: row.last_address,
    signedInAt: toJapanIso(row.created_at),
    usedAt: toJapanIso(row.rotated_at),
    expiresAt: toJapanIso(row.expires_at),
    isCurrent: row.session_id === current,
    receivesNotices: row.receives_notices,
  }))
}
