import { channelOfStep, message, settingOf, type SettingRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'

type Owner = { readonly companyId: number; readonly officeId: number | null }

/**
 * Refuses steps that name a channel which is not the company's, or of another site; webhooks are sent events and are no steps. The channels
 * are neither deleted nor made webhooks before the transaction ends.
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
       and (n.office_id is null or n.office_id = ${officeId}::int)
       for share`.execute(db)
  if (rows.length < ids.length) throw badRequest(message('channelNotThere'))
}

const stepChannels = (value: string): string[] => {
  const steps = settingOf('ESCALATION_SETTING', 'STEPS').schema.safeParse(value)
  return steps.success ? steps.data.flatMap((step) => channelOfStep(step) ?? []) : []
}

/**
 * Adds to the steps of the escalation what their channels are called. A site is served by the channels of its company as by its own: their
 * names are no secret to it, everything else of them is.
 */
export const withChannelNames = async (db: Db, { companyId, officeId }: Owner, rows: readonly SettingRow[]): Promise<SettingRow[]> => {
  const ids = rows.flatMap(({ key, value, without }) => (key === 'STEPS' ? [...stepChannels(value), ...stepChannels(without.value)] : []))
  if (ids.length === 0) return [...rows]
  const { rows: channels } = await sql<{ id: string; name: string }>`
    select n.channel_id as id, n.name from notification_channel n
     where n.company_id = ${companyId} and n.channel_id = any(${ids}::text[]) and (n.office_id is null or n.office_id = ${officeId}::int)
     order by n.channel_id`.execute(db)
  return rows.map((row) => (row.key === 'STEPS' ? { ...row, channels } : row))
}
