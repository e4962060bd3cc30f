import type { Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../organisation/announce.ts'
import type { AlertKey } from '../../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { callAgain } from './call-again.ts'
import { markTold } from '../telling/due.ts'

/** What happened to one episode: a line of its history. */
export type EpisodeEvent = AlertKey & {
  /** The office whose consoles read the episode again. */
  readonly officeId: number
  readonly at: Date
  readonly event:
    | 'opened'
    | 'raised'
    | 'lowered'
    | 'ended'
    | 'handedOver'
    | 'corrected'
    | 'withdrawn'
    | 'noted'
    | 'reopened'
    | Exclude<Handling, 'open'>
  readonly level?: number | null
  /** Who did it, where it was a person: the name stays with the history. */
  readonly userId?: number
  readonly userName?: string
  readonly note?: string | null
}

/**
 * Every change of episodes ends here, in its own transaction: writes their history, notes what people are to be told of, and
 * announces them to their offices. No writer of episodes can forget mail, push and escalation, which start here.
 */
export const recordEvents = async (db: Db, happened: readonly EpisodeEvent[]): Promise<void> => {
  if (happened.length === 0) return
  for (const [companyId, own] of Map.groupBy(happened, (event) => event.companyId)) await recordOfCompany(db, companyId, own)
}

const recordOfCompany = async (db: Db, companyId: number, happened: readonly EpisodeEvent[]): Promise<void> => {
  const again = (await callAgain(db, companyId, happened)).map(({ isCall, ...row }): EpisodeEvent => ({
    ...row,
    event: 'reopened',
    note: isCall ? '確認のあとで、もう一度呼出がありました' : '確認のあとで悪化しました',
  }))
  const events = [...happened, ...again]
  await sql`
    insert into alert_event (company_id, alert_id, at, event, level, user_id, user_name, note)
    select ${companyId}::int, x."alertId", x.at, x.event, x.level, x."userId", x."userName", x.note
      from json_to_recordset(${JSON.stringify(events)}::json)
           as x ("alertId" int, at timestamptz, event text, level smallint, "userId" int, "userName" text, note text)`.execute(db)
  await markTold(db, companyId, events)
  const changes = [...Map.groupBy(events, ({ officeId }) => officeId).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    return { companyId, officeId: first.officeId, alertIds: [...new Set(own.map(({ alertId }) => alertId))] }
  })
  await announce(db, ...changes)
}
