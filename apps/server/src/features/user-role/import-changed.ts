import type { ClientBase, PoolClient } from 'pg'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

/** Whom a file touches: `user_id`, and `made` where the file makes them. Somebody may be in it twice. */
export const changed = 'pg_temp.import_changed'

/** Begins to note whom the file touches, until the transaction ends. */
export const noteChanges = async (client: ClientBase): Promise<void> => {
  await client.query('create temp table import_changed (user_id integer not null, made boolean not null) on commit drop')
}

const countUpdated = `
  select count(distinct c.user_id) as people from ${changed} c join app_user u on u.company_id = $1 and u.user_id = c.user_id
   where not c.made and u.deleted_at is null`

/** How many of the people whom the file found there are not as they were. */
export const updatedPeople = async (client: ClientBase, companyId: number): Promise<number> => {
  const { rows } = await client.query<{ people: number }>(countUpdated, [companyId])
  return rows[0]?.people ?? 0
}

// A console that is sent more reads its lists again within the minute; reading a hundred thousand rows for it would
// keep everybody's readings waiting.
const announcedAtMost = 1_000

// People who send readings are on the consoles already.
const whoToAnnounce = `
  select c.user_id from ${changed} c left join worker_state ws on ws.company_id = $1 and ws.user_id = c.user_id
   group by c.user_id, ws.user_id order by ws.user_id is null, c.user_id limit ${announcedAtMost}`

const findsPeople = `select from ${changed} c where not c.made limit 1`

/**
 * Announces to the consoles of the office whom the file touched, up to a thousand of them. Where it found people, the maps are
 * read again once: some of them may have left.
 */
export const announceChanges = async (client: PoolClient, { companyId, officeId }: OfficeKey): Promise<void> => {
  const { rows } = await client.query<{ user_id: number }>(whoToAnnounce, [companyId])
  const { rows: found } = await client.query(findsPeople)
  const maps = found.length > 0 ? { maps: true as const } : {}
  await announce(onClient(client), { companyId, officeId, userIds: rows.map((row) => row.user_id), ...maps })
}
