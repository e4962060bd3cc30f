import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database-types.ts'

type Place = { readonly company_id: number; readonly office_id: number | null }

/** A channel of a site as it is stored, which leads nowhere. @returns its id */
export const makeChannel = async (
  db: Db,
  { company_id, office_id }: Place,
  values: Partial<Insertable<Database['notification_channel']>> = {},
): Promise<string> => {
  const channel_id = randomBytes(8).toString('hex')
  await db
    .insertInto('notification_channel')
    .values({
      company_id,
      channel_id,
      office_id,
      type: 'slack',
      name: `channel ${channel_id}`,
      level: 3,
      kinds: ['condition', 'siteHeat', 'belt'],
      created_at: new Date('2026-07-01T09:00:00+09:00'),
      ...values,
    })
    .execute()
  return channel_id
}
