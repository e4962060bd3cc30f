import type { AnswerOf, CheckRow, morningCheck } from '@mimamori/contract'
import { workingDayAt, workingDayOn } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { RecordBulkRead } from '../../shared/audit/bulk-reads.ts'
import { isWorker } from '../../shared/monitoring/workers/shown.ts'
import { findInOrder } from '../../shared/organisation/people-in-order.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { readQuestions } from './questions.ts'

export type DayQuery = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly date?: string | undefined
  readonly offset: number
  readonly limit?: number | undefined
}

type Selected = Pick<CheckRow, 'userId' | 'fullName' | 'furigana' | 'groupId' | 'groupName' | 'language' | 'answers' | 'source'> & {
  readonly counted: string[] | null
  readonly answeredAt: Date | null
  readonly talkedAt: Date | null
  readonly talkedBy: string | null
  readonly movedAt: Date | null
  readonly movedBy: string | null
  readonly movedTo: string | null
}

const readRows = async (db: Db, { companyId, officeId }: Site, date: string, condition: RawBuilder<boolean>): Promise<Selected[]> => {
  const nameOf = (column: string) => sql`(
    select n.full_name from app_user n where n.company_id = ${companyId} and n.user_id = ${sql.ref(column)})`
  const { rows } = await sql<Selected>`
    select u.user_id as "userId", u.full_name as "fullName", u.furigana, u.group_id as "groupId", g.name as "groupName", u.language,
           m.answers, m.counted, m.source, m.answered_at as "answeredAt", m.talked_at as "talkedAt",
           ${nameOf('m.talked_by')} as "talkedBy", m.moved_at as "movedAt", ${nameOf('m.moved_by')} as "movedBy", m.moved_to as "movedTo"
      from app_user u
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join morning_check m on m.company_id = u.company_id and m.company_id = ${companyId} and m.user_id = u.user_id
                               and m.day = ${date} and m.office_id = ${officeId}
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${condition}
     order by g.name collate "ja-x-icu" nulls last, u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

/** What a page says of its people is read of them alone; the whole list is read at once. */
const readPage = async (db: Db, actor: Actor, site: Site, date: string, { groupId, offset, limit }: DayQuery) => {
  const isListed = sql<boolean>`${isWorker} and ${withinScope(actor, personColumns)}
    and (${groupId ?? null}::int is null or u.group_id = ${groupId ?? null})`
  if (limit === undefined) {
    const rows = await readRows(db, site, date, isListed)
    return { rows: rows.slice(offset), count: rows.length }
  }
  const listed = await findInOrder(db, site, isListed)
  const page = listed.slice(offset, offset + limit)
  return { rows: await readRows(db, site, date, sql<boolean>`${isListed} and u.user_id = any(${page}::int[])`), count: listed.length }
}

const rowOf = ({ counted, answeredAt, talkedAt, movedAt, ...row }: Selected): CheckRow => ({
  ...row,
  state: answeredAt === null ? 'none' : row.answers === null ? 'refused' : 'answered',
  counted: counted ?? [],
  attention: (counted ?? []).length > 0,
  answeredAt: toJapanIsoOrNull(answeredAt),
  talkedAt: toJapanIsoOrNull(talkedAt),
  movedAt: toJapanIsoOrNull(movedAt),
})

/**
 * The people of a site on a working day with their answers. That somebody reads answers is on the log before they leave.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readCheckDay = async (
  context: Context,
  requester: Requester,
  query: DayQuery,
  recordReads: RecordBulkRead,
): Promise<AnswerOf<typeof morningCheck.day>> => {
  const { db, clock } = context
  const { actor } = requester
  const site = await findSite(db, actor, query.officeId)
  const { companyId, officeId, officeName, hours } = site
  const { date } = query.date === undefined ? workingDayAt(clock().getTime(), hours) : workingDayOn(query.date, hours)
  const { rows, count } = await readPage(db, actor, site, date, query)
  const data = rows.map(rowOf)
  const shown = data.flatMap(({ userId, state }) => (state === 'none' ? [] : [{ companyId, userId }]))
  await recordReads(requester, { officeId, groupId: query.groupId }, shown)
  return { data, count, officeId, officeName, date, questions: await readQuestions(context, site) }
}
