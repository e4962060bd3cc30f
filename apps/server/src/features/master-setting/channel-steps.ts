import { channelOfStep, message, settingOf } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'

type Owner = { readonly companyId: number; readonly officeId: number | null }

/**
 * Refuses steps that name a channel which is not the company's, or of another site; webhooks are sent events and are no steps.
 * @param steps as the setting keeps them; undefined or null where they do not change
 * @throws Refusal 400
 */
export const refuseStrangeChannels = async (db: Db, { companyId, officeId }: Owner, steps: string | null | undefined): Promise<void> => {
  if (steps === undefined || steps === null) return
  const wanted = settingOf('ESCALATION_SETTING', 'STEPS').schema.parse(steps)
  const ids = wanted.flatMap((step) => channelOfStep(step) ?? [])
  if (ids.length === 0) return
  const { rows } = await sql`
    select from notification_channel n
     where n.company_id = ${companyId} and n.channel_id = any(${ids}::text[]) and n.type <> 'webhook'
       and (n.office_id is null or n.office_id = ${officeId}::int)`.execute(db)
  if (rows.length < ids.length) throw badRequest(message('channelNotThere'))
}
