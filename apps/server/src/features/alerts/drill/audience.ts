import { type AnswerOf, type drill, rotaStep } from '@mimamori/contract'
import { sql } from 'kysely'
import { onTheSpot, type Person, readPeople, responsible } from '../notices/people.ts'
import { planOf, roleOf, rotaTargetOf } from '../notices/plan.ts'
import { channelOfTarget, readChannelNames, readNoticeChannels, wantedChannels } from '../notices/post-channels.ts'
import { peopleOnDuty, readOnDuty } from '../notices/read-on-duty.ts'
import { isMailTaken, type Reach, readReach } from '../notices/reached.ts'
import { isNotificationEnabled } from '../notices/rules.ts'
import { recipientsOf, switchesOf, wantedSettings } from '../notices/wanted-settings.ts'
import { readSettingsOf } from '../../../shared/settings/settings.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { findSubject } from './store.ts'

type Audience = AnswerOf<typeof drill.audience>

const groupAddresses = async (db: Db, companyId: number, groupId: number | null): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select e.email from group_email e where e.company_id = ${companyId} and e.group_id = ${groupId} order by e.email`.execute(db)
  return rows.map(({ email }) => email)
}

/** Whom of a step its notices reach, by name, and whom not. */
const reachedIn = (people: readonly Person[], reach: Reach): Pick<Audience['inLine'][number], 'names' | 'unreached'> => ({
  names: people.filter((person) => reach.unreached(person) === null).map(({ full_name }) => full_name),
  unreached: people.flatMap((person) => {
    const reason = reach.unreached(person)
    return reason === null ? [] : [{ name: person.full_name, reason }]
  }),
})

/**
 * Who is notified of a drill, by the rules of the real chain: at once, and in line while nobody answers.
 * @throws Refusal 404 out of scope
 */
export const readAudience = async (
  { db, pool, log, config, clock }: Pick<Context, 'db' | 'pool' | 'log' | 'config' | 'clock'>,
  actor: Actor,
  draft: { readonly officeId: number; readonly groupId?: number | null | undefined },
): Promise<Audience> => {
  const subject = await findSubject(db, actor, draft)
  if (subject === undefined) throw notFound()
  const { companyId, officeId, groupId } = subject
  const alert = { kind: 'emergency', office_id: officeId, group_id: groupId, user_id: null, drill: true } as const
  const settings = await readSettingsOf(pool, log, { companyId, officeId }, wantedSettings)
  const now = clock()
  const onDuty = await readOnDuty(db, companyId, settings.steps.value.includes(rotaStep) ? [officeId] : [], now)
  const people = await readPeople(db, companyId, [alert], peopleOnDuty(onDuty))
  const reach = await readReach({ db, config }, companyId, people, now)
  const recipients = recipientsOf(settings, await groupAddresses(db, companyId, groupId))
  const channels = await readNoticeChannels(db, companyId)
  const plan = planOf(settings, onDuty.get(officeId) ?? null, true)
  const nameOf = await readChannelNames(
    db,
    companyId,
    plan.flatMap((step) => (step.kind === 'channel' ? [step.channelId] : [])),
  )
  const addresses = recipients === undefined ? [] : [...recipients.to, ...(recipients.cc ?? []), ...(recipients.bcc ?? [])]
  return {
    isSent: isNotificationEnabled({ kind: 'emergency', level: 3 }, switchesOf(settings)),
    atOnce: onTheSpot(people, alert)
      .filter(reach.byPush)
      .map(({ full_name, role }) => ({ name: full_name, role })),
    addresses: (await isMailTaken(db, config, companyId, addresses)) ? addresses : [],
    channels: wantedChannels(channels, { alert, level: 3, occasion: 'opened', now }).map(({ name }) => name),
    inLine: plan.flatMap((step): Audience['inLine'] => {
      const [role = null, rota = null] = [roleOf(step), rotaTargetOf(step)]
      const { afterMinutes } = step
      if (step.kind === 'channel') {
        const channel = nameOf(step.channelId)
        const isReached = channelOfTarget(channels, step.channelId, { alert, now }) !== undefined
        return [{ role, rota, channel, afterMinutes, names: isReached ? [channel] : [], unreached: [] }]
      }
      if (role === null && rota === null) return []
      return [{ role, rota, channel: null, afterMinutes, ...reachedIn(responsible(people, alert, step), reach) }]
    }),
  }
}
