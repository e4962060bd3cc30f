import type { ClientBase } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import { minuteMs } from '@mimamori/simulator'
import { seedWear } from './seed-devices.ts'

/** A worker of the demo with the tag that the simulated site sends for. */
export type HandedTo = { readonly userId: number; readonly vitalId: number }

// On the site's shifted clock, on which the demo starts at 13:40: back at 17:40 of the day before, out again at 07:10.
const returnedMinutesAgo = 20 * 60
const handedMinutesAgo = 6.5 * 60
const unheardMinutesAgo = 25
const ago = (nowMs: number, minutes: number) => new Date(nowMs - minutes * minuteMs)

const endWear = async (client: ClientBase, companyId: number, { userId }: HandedTo, at: Date): Promise<void> => {
  await client.query(
    `update wear w set worn_to = $3 where w.company_id = $1 and w.user_id = $2 and w.slot = 'vital' and w.worn_to is null`,
    [companyId, userId, at],
  )
}

const spareId = async (client: ClientBase, { companyId, officeId }: OfficeKey, serial: string): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(
    `select d.device_id as id from device d where d.company_id = $1 and d.office_id = $2 and d.kind = 'vital' and d.serial = $3`,
    [companyId, officeId, serial],
  )
  if (rows[0] === undefined) throw new Error(`the site has no ${serial}`)
  return rows[0].id
}

/**
 * A morning at the counter: most got their tag again. Of the last three one has none yet, one got a spare that does not send, and one
 * still has a spare from the day before.
 */
export const seedHandOuts = async (client: ClientBase, office: OfficeKey, people: readonly HandedTo[], nowMs: number): Promise<void> => {
  const { companyId } = office
  const [late, unheard, kept] = people.slice(-3)
  for (const person of people.slice(0, -3)) {
    await endWear(client, companyId, person, ago(nowMs, returnedMinutesAgo))
    await seedWear(client, { companyId, userId: person.userId }, person.vitalId, 'vital', ago(nowMs, handedMinutesAgo))
  }
  if (late !== undefined) await endWear(client, companyId, late, ago(nowMs, returnedMinutesAgo))
  for (const [person, serial, minutes] of [
    [unheard, 'YOBI-1', unheardMinutesAgo],
    [kept, 'YOBI-2', returnedMinutesAgo + 10 * 60],
  ] as const) {
    if (person === undefined) continue
    await endWear(client, companyId, person, ago(nowMs, returnedMinutesAgo + 11 * 60))
    await seedWear(client, { companyId, userId: person.userId }, await spareId(client, office, serial), 'vital', ago(nowMs, minutes))
  }
}
