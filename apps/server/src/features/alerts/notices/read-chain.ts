import { type DutyRota, rotaStep } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../../platform/context.ts'
import type { ListedChannel } from '../../../shared/channels/read-channels.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { readSettingsOf } from '../../../shared/settings/settings.ts'
import { type Person, readPeople, responsible } from './people.ts'
import { planOf, type Step } from './plan.ts'
import { readNoticeChannels } from './post-channels.ts'
import { readReach } from './reached.ts'
import { peopleOnDuty, readOnDuty } from './read-on-duty.ts'
import { wantedSettings } from './wanted-settings.ts'

type Calls = DutyRota['now']['calls']

type Known = { readonly user_id: number; readonly phone_number: string | null; readonly group_name: string | null }

const readKnown = async (db: Db, companyId: number, people: readonly Person[]): Promise<Map<number, Known>> => {
  const { rows } = await sql<Known>`
    select u.user_id, u.phone_number, g.name as group_name
      from app_user u left join work_group g on g.company_id = ${companyId} and g.group_id = u.group_id
     where u.company_id = ${companyId} and u.user_id = any(${people.map(({ user_id }) => user_id)}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row]))
}

const headOf = (step: Step, channels: readonly ListedChannel[]): Pick<Calls[number], 'kind' | 'place' | 'role' | 'name'> => {
  const nothing = { place: null, role: null, name: null }
  if (step.kind === 'role') return { ...nothing, kind: 'role', role: step.role }
  if (step.kind === 'channel') {
    const channel = channels.find(({ channel_id }) => channel_id === step.channelId)
    return { ...nothing, kind: 'channel', name: channel?.name ?? null }
  }
  if (step.kind === 'rota' && !step.call.isEverybody) return { ...nothing, kind: 'place', place: step.call.people[0]?.place ?? null }
  return { ...nothing, kind: 'everybody' }
}

/** A drill of the whole site concerns the leaders of all groups, as the list of who is called does. */
const ofWholeSite = ({ officeId }: OfficeKey) =>
  ({ kind: 'condition', office_id: officeId, group_id: null, user_id: null, drill: true }) as const

/**
 * Whom the chain of a site would notify of an alert that begins now, step by step, and by which ways each is reached.
 * `isRota`: a step of it is the rota.
 */
export const readChain = async (
  { db, pool, log, config }: Pick<Context, 'db' | 'pool' | 'log' | 'config'>,
  office: OfficeKey,
  now: Date,
): Promise<{ readonly isRota: boolean; readonly calls: Calls }> => {
  const settings = await readSettingsOf(pool, log, office, wantedSettings)
  const onDuty = (await readOnDuty(db, office.companyId, [office.officeId], now)).get(office.officeId) ?? null
  const alert = ofWholeSite(office)
  const people = await readPeople(db, office.companyId, [alert], peopleOnDuty(new Map([[office.officeId, onDuty]])))
  const reach = await readReach({ db, config }, office.companyId, people, now)
  const channels = await readNoticeChannels(db, office.companyId)
  const known = await readKnown(db, office.companyId, people)
  const calls = planOf(settings, onDuty, false).flatMap((step): Calls => {
    if (step.kind === 'unused') return []
    const called = responsible(people, alert, step).map((person) => {
      const { phone_number: phone = null, group_name: groupName = null } = known.get(person.user_id) ?? {}
      const ways: Calls[number]['people'][number]['ways'] = []
      if (reach.byPush(person)) ways.push('push')
      if (reach.byMail(person)) ways.push('mail')
      if (phone !== null) ways.push('phone')
      return { userId: person.user_id, fullName: person.full_name, role: person.role, groupName, phone, ways }
    })
    return [{ ...headOf(step, channels), afterMinutes: step.afterMinutes, people: called }]
  })
  return { isRota: settings.steps.value.includes(rotaStep), calls }
}
