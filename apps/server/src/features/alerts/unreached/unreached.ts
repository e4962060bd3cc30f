import { channelOfStep, rotaStep, type UnreachedOffice, type UnreachedStep } from '@mimamori/contract'
import { sql } from 'kysely'
import { type Person, readPeople, responsible } from '../notices/people.ts'
import { planOf, roleOf, type RotaOnDuty, rotaTargetOf } from '../notices/plan.ts'
import { channelOfTarget, readChannelNames, readNoticeChannels } from '../notices/post-channels.ts'
import { peopleOnDuty, readOnDuty } from '../notices/read-on-duty.ts'
import { isAnyReached, type Reach, readReach } from '../notices/reached.ts'
import { type TellingSettings, wantedSettings } from '../notices/wanted-settings.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import { tenantOf } from '../../../shared/organisation/tenant-filter.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { ListedChannel } from '../../../shared/channels/read-channels.ts'
import type { Context, Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { isOpen } from '../../../shared/organisation/archived-offices.ts'

type Group = { readonly groupId: number; readonly name: string }
type Office = OfficeKey & { readonly name: string; readonly groups: readonly Group[] }

/** The offices asked about, in scope, with the groups that somebody belongs to: their alerts go to the group's leaders. */
const findOffices = async (db: Db, actor: Actor, officeId: number | undefined): Promise<Office[]> => {
  const tenant = tenantOf(actor)
  const { rows } = await sql<Office>`
    select o.company_id as "companyId", o.office_id as "officeId", o.name,
           coalesce((select json_agg(json_build_object('groupId', g.group_id, 'name', g.name) order by g.name collate "ja-x-icu", g.group_id)
              from work_group g
             where g.company_id = o.company_id and ${tenant('g')} and g.office_id = o.office_id
               and exists (select from app_user u
                 where u.company_id = g.company_id and ${tenant('u')} and u.group_id = g.group_id and u.deleted_at is null)), '[]') as groups
      from office o
     where ${isOpen('o')} and ${withinScope(actor, officeColumns)}
       and ${officeId === undefined ? sql`o.company_id = ${actor.companyId}` : sql`o.office_id = ${officeId}`}
     order by o.name collate "ja-x-icu", o.office_id`.execute(db)
  return rows
}

type Step = {
  readonly role: UnreachedStep['role']
  readonly rota: UnreachedStep['rota']
  readonly channel: UnreachedStep['channel']
  readonly group: Group | null
  readonly people: readonly Person[]
  readonly isReached: boolean
}

const isOfGroup = (role: UnreachedStep['role']) => role === 'GroupLeader' || role === 'GroupSubLeader'

/** What decides whom an office's chain reaches. */
type Known = {
  readonly settings: TellingSettings
  readonly onDuty: RotaOnDuty
  readonly people: readonly Person[]
  readonly reach: Reach
  readonly channels: readonly ListedChannel[]
  readonly channelNameOf: (channelId: string) => string
  readonly now: Date
}

/** The steps that an emergency of one of the office's groups would take; of the rota place by place, as other alerts take them. */
const stepsOf = (office: Office, group: Group | null, { settings, onDuty, people, reach, channels, channelNameOf, now }: Known): Step[] => {
  const alert = { kind: 'emergency', office_id: office.officeId, group_id: group?.groupId ?? null, user_id: null, drill: false } as const
  return planOf(settings, onDuty, false).flatMap((step): Step[] => {
    const [role = null, rota = null] = [roleOf(step), rotaTargetOf(step)]
    if (step.kind === 'channel') {
      const isReached = channelOfTarget(channels, step.channelId, { alert, now }) !== undefined
      return [{ role, rota, channel: channelNameOf(step.channelId), group: null, people: [], isReached }]
    }
    if (role === null && rota === null) return []
    const answerers = responsible(people, alert, step)
    return [
      { role, rota, channel: null, group: isOfGroup(role) ? group : null, people: answerers, isReached: isAnyReached(answerers, reach) },
    ]
  })
}

/** A group without a sub-leader is as it is meant, as long as its leader is reached. */
const isMeant = ({ role, people }: Step, chain: readonly Step[]): boolean =>
  role === 'GroupSubLeader' && people.length === 0 && chain.some((step) => step.role === 'GroupLeader' && step.isReached)

const asUnreached = ({ role, rota, channel, group, people }: Step, reach: Reach): UnreachedStep => ({
  role,
  rota,
  channel,
  groupName: group?.name ?? null,
  people: people.flatMap((person) => {
    const reason = reach.unreached(person)
    return reason === null ? [] : [{ userId: person.user_id, fullName: person.full_name, role: person.role, reason }]
  }),
})

const unreachedOf = (office: Office, known: Known): UnreachedOffice[] => {
  const groups = office.groups.length === 0 ? [null] : office.groups
  const chains = groups.map((group) => stepsOf(office, group, known))
  const missed = chains.flatMap((chain) => chain.filter((step) => !step.isReached && !isMeant(step, chain)))
  // Without groups there is no leader whom anything could reach; the administrators are of all groups, and named once.
  const reachedSteps = missed.filter(({ role, group }) => group !== null || !isOfGroup(role))
  const once = [
    ...new Map(reachedSteps.map((step) => [`${step.channel ?? step.rota ?? step.role}/${step.group?.groupId ?? ''}`, step])).values(),
  ]
  if (once.length === 0) return []
  return [
    {
      officeId: office.officeId,
      officeName: office.name,
      isNobodyReached: chains.some((chain) => chain.every(({ isReached }) => !isReached)),
      steps: once.map((step) => asUnreached(step, known.reach)),
    },
  ]
}

/**
 * The steps of offices' escalations that would reach nobody now, by the rules that the escalation itself passes on by. Without
 * an office those of the actor's own company; of a service administrator none.
 */
export const findUnreached = async (
  { db, pool, log, config, clock }: Pick<Context, 'db' | 'pool' | 'log' | 'config' | 'clock'>,
  actor: Actor,
  officeId: number | undefined,
): Promise<UnreachedOffice[]> => {
  const offices = await findOffices(db, actor, officeId)
  const [first] = offices
  if (first === undefined) return []
  const { companyId } = first
  const settings = await readSettings(pool, log, offices, wantedSettings)
  const concerned = offices.flatMap(({ officeId: office_id, groups }) =>
    [null, ...groups].map((group) => ({
      kind: 'emergency' as const,
      office_id,
      group_id: group?.groupId ?? null,
      user_id: null,
      drill: false,
    })),
  )
  const withRota = offices.filter((office) => settings.get(office.officeId)?.steps.value.includes(rotaStep) === true)
  const onDuty = await readOnDuty(
    db,
    companyId,
    withRota.map((office) => office.officeId),
    clock(),
  )
  const people = await readPeople(db, companyId, concerned, peopleOnDuty(onDuty))
  const now = clock()
  const reach = await readReach({ db, config }, companyId, people, now)
  const channels = await readNoticeChannels(db, companyId)
  const steps = [...settings.values()].flatMap(({ steps: { value } }) => value)
  const channelIds = steps.flatMap((step) => channelOfStep(step) ?? [])
  const channelNameOf = await readChannelNames(db, companyId, [...new Set(channelIds)])
  const known = { people, reach, channels, channelNameOf, now }
  return offices.flatMap((office) => {
    const own = settings.get(office.officeId)
    return own === undefined ? [] : unreachedOf(office, { settings: own, onDuty: onDuty.get(office.officeId) ?? null, ...known })
  })
}
