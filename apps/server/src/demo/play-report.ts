import { minuteMs } from '@mimamori/simulator'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import { answerWell, reportUnwell } from '../features/alerts/episodes/report.ts'
import { setHandling } from '../features/alerts/episodes/set-handling.ts'

type Crew = { readonly leader_id: number; readonly leader_name: string; readonly user_id: number }

/** Somebody of a leader's group said つらい forty minutes ago, was met and rested, and has said 大丈夫 since. */
export const playReport = async (
  { db }: Pick<Context, 'db'>,
  { companyId, officeId }: OfficeKey,
  leaderLogin: string,
  nowMs: number,
): Promise<void> => {
  const at = (minutesAgo: number) => new Date(nowMs - minutesAgo * minuteMs)
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Crew>`
      select l.user_id as leader_id, l.full_name as leader_name, u.user_id
        from app_user l
        join app_user u on u.company_id = l.company_id and u.office_id = l.office_id and u.group_id = l.group_id and u.role = 'User'
       where l.company_id = ${companyId} and l.office_id = ${officeId} and l.login_id = ${leaderLogin} and u.deleted_at is null
       order by u.user_id desc limit 1`.execute(trx)
    const [crew] = rows
    if (crew === undefined) return
    const person = { companyId, officeId, userId: crew.user_id }
    const leader = { userId: crew.leader_id, userName: crew.leader_name }
    const key = await reportUnwell(trx, { ...person, doneAt: at(40), receivedAt: at(40) })
    await setHandling(trx, [key], { handling: 'responding', outcome: null, note: null }, { ...leader, at: at(38) })
    await answerWell(trx, { ...person, doneAt: at(12), receivedAt: at(12) })
    const note = '日陰で25分休ませ、水分をとらせた。顔色が戻った。'
    await setHandling(trx, [key], { handling: 'closed', outcome: 'rested', note }, { ...leader, at: at(11) })
  })
}
