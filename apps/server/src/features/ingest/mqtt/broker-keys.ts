import { sql } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { shareOf } from './shares.ts'
import { nameOfApplication } from './topics.ts'

/** An ingest key as the sessions at the broker know it, or a connection with an application of ChirpStack. */
export type BrokerKey = {
  readonly keyId: string
  /** What names its topics: the key's id, or the application (`nameOfApplication`). */
  readonly topicName: string
  readonly companyId: number
  /** Neither revoked nor at its end. */
  readonly isLive: boolean
  /** The broker was once known to collect what it sends. */
  readonly isSubscribed: boolean
}

type ApplicationRow = Pick<BrokerKey, 'keyId' | 'companyId' | 'isLive'> & { readonly applicationId: string }

const readApplications = async (pool: Context['pool']): Promise<BrokerKey[]> => {
  const { rows } = await pool.query<ApplicationRow>(
    `select n.connection_id as "keyId", n.company_id as "companyId", n.application_id as "applicationId", o.archived_at is null as "isLive"
       from connection n join office o on o.company_id = n.company_id and o.office_id = n.office_id
      where n.application_id is not null`,
  )
  // Nobody waits for the first message of an application, so that nothing is noted of it.
  return rows.map(({ applicationId, ...row }) => ({ ...row, topicName: nameOfApplication(applicationId), isSubscribed: true }))
}

const readKeys = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, shares: number): Promise<Map<number, BrokerKey[]>> => {
  const { rows } = await pool.query<BrokerKey>(
    `select k.key_id as "keyId", k.key_id as "topicName", k.company_id as "companyId", k.subscribed_at is not null as "isSubscribed",
            k.revoked_at is null and (k.ends_at is null or k.ends_at > $1) as "isLive"
       from ingest_key k`,
    [clock()],
  )
  const applications = await readApplications(pool)
  return Map.groupBy([...rows, ...applications], ({ keyId }) => shareOf(keyId, shares))
}

export type KeyBook = {
  /** The keys of a share. Callers that ask at the same time share one answer. */
  readonly keysOf: (share: number) => Promise<readonly BrokerKey[]>
  /** Keys have changed: who asks from now on is not given an answer that was asked for before. */
  readonly turnPage: () => void
}

/** The keys of all shares as the database has them. */
export const openKeyBook = (context: Pick<Context, 'pool' | 'clock'>, shares: number): KeyBook => {
  let reading: Promise<Map<number, BrokerKey[]>> | undefined
  const read = (): Promise<Map<number, BrokerKey[]>> => {
    const request = readKeys(context, shares).finally(() => {
      if (reading === request) reading = undefined
    })
    return request
  }
  return { keysOf: async (share) => (await (reading ??= read())).get(share) ?? [], turnPage: () => (reading = undefined) }
}

/** Notes at the connections of applications whether the broker refuses their topics, so that their sites are shown it. */
export const noteRefusedTopics = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  applications: readonly BrokerKey[],
  isRefused: (application: BrokerKey) => boolean,
): Promise<void> => {
  for (const application of applications) {
    const { companyId, keyId } = application
    const since = isRefused(application) ? clock() : null
    await pool.query(
      `update connection n set topic_refused_at = $3
        where n.company_id = $1 and n.connection_id = $2 and (n.topic_refused_at is null) = $4::boolean`,
      [companyId, keyId, since, since !== null],
    )
  }
}

/**
 * Notes that the broker collects what these keys send; the person who made them waits for that. Not while everybody moves to
 * another number of shares: what is subscribed in the sessions of before could be missing in those to come.
 */
export const noteSubscribed = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  shares: number,
  keys: readonly BrokerKey[],
): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(keys, (key) => key.companyId))
    await db.transaction().execute(async (trx) => {
      // Locked, so that the move begins after this commit and finds the keys, or before it and this finds the move.
      const { rows } = await sql`select from broker_layout l where l.shares = ${shares} and not l.is_leaving for share`.execute(trx)
      if (rows.length === 0) return
      const keyIds = own.map(({ keyId }) => keyId)
      await trx
        .updateTable('ingest_key as k')
        .set({ subscribed_at: clock() })
        .where('k.company_id', '=', companyId)
        .where('k.key_id', 'in', keyIds)
        .where('k.subscribed_at', 'is', null)
        .execute()
    })
}
