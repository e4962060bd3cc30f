import { type EscalationRole, isAmong, isEmergencyKind, type Language, leaders, type Role } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { RotaCall } from '../../../shared/duty-rota/rota-calls.ts'
import type { NoticeAlert } from './notice-alert.ts'
import type { StepTarget } from './plan.ts'
import type { WithRota } from './read-on-duty.ts'

/** Somebody who may be notified of an alert. */
export type Person = {
  readonly user_id: number
  readonly full_name: string
  readonly role: Role
  readonly office_id: number | null
  readonly group_id: number | null
  readonly email: string | null
  /** In which notices about themselves are; Japanese where none was chosen. */
  readonly language: Language | null
}

/** What of an alert says whom it concerns. */
type Concern = Pick<NoticeAlert, 'kind' | 'office_id' | 'group_id' | 'user_id' | 'drill'>

/** A drill of a whole office, and a report about somebody who is not known, is all of its leaders'. */
const isOfAllGroups = ({ kind, drill, group_id, user_id }: Concern): boolean =>
  group_id === null && user_id === null && (drill || kind === 'report')

/**
 * Everybody who may be notified of one of these alerts of a company; nobody whose account is disabled.
 * @param withRota who else is, by the rotas of the alerts' sites
 */
export const readPeople = async (
  db: Db,
  companyId: number,
  alerts: readonly Concern[],
  withRota: WithRota = { userIds: [], officeIds: [] },
): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select u.user_id, u.full_name, u.role, u.office_id, u.group_id, u.email, u.language
      from app_user u
     where u.company_id = ${companyId} and u.deleted_at is null and u.disabled_at is null
       and (u.role = 'AdminUnitContract'
         or (u.role = 'HeadquartersAdmin' and u.office_id = any(${alerts.map((alert) => alert.office_id)}::int[]))
         or (u.role in ('GroupLeader', 'GroupSubLeader')
           and (u.group_id = any(${alerts.flatMap((alert) => alert.group_id ?? [])}::int[])
             or u.office_id = any(${[...alerts.filter(isOfAllGroups).map((alert) => alert.office_id), ...withRota.officeIds]}::int[])))
         or u.user_id = any(${withRota.userIds}::int[])
         or u.user_id = any(${alerts.flatMap((alert) => alert.user_id ?? [])}::int[]))
     order by u.user_id`.execute(db)
  return rows
}

/** People of a role who are responsible for an alert. The person it is about is never asked to answer it. */
export const answering = (people: readonly Person[], alert: Concern, role: EscalationRole): Person[] =>
  people.filter((person) => {
    if (person.role !== role || person.user_id === alert.user_id) return false
    switch (role) {
      case 'GroupLeader':
      case 'GroupSubLeader':
        return isOfAllGroups(alert) ? person.office_id === alert.office_id : person.group_id !== null && person.group_id === alert.group_id
      case 'HeadquartersAdmin':
        return person.office_id === alert.office_id
      case 'AdminUnitContract':
        return true
      default:
        return role satisfies never
    }
  })

/** All leaders and base administrators of the alert's site, but not the person it is about. */
const everybodyOf = (people: readonly Person[], alert: Concern): Person[] =>
  people.filter(
    ({ user_id, role, office_id }) =>
      user_id !== alert.user_id && office_id === alert.office_id && (isAmong(leaders, role) || role === 'HeadquartersAdmin'),
  )

/** Whom the rota calls, in the order of their places; the person an alert is about is passed over. */
const onDutyOf = (people: readonly Person[], alert: Concern, call: RotaCall): Person[] =>
  call.people.flatMap(({ userId }) => people.filter(({ user_id }) => user_id === userId && user_id !== alert.user_id))

/** Whose browsers are notified at once: those on the spot. Contract administrators come in by escalation alone. */
export const onTheSpot = (people: readonly Person[], alert: Concern): Person[] =>
  (['GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin'] as const).flatMap((role) => answering(people, alert, role))

/** The person an alert is about, if they are notified themselves: of their own condition and emergency. */
export const concerned = (people: readonly Person[], { kind, user_id }: Concern): Person | undefined =>
  kind === 'condition' || isEmergencyKind(kind) ? people.find((person) => person.user_id === user_id) : undefined

/** The people whom a step of the chain notifies of an alert; a channel is none. */
export const responsible = (people: readonly Person[], alert: Concern, step: StepTarget): Person[] => {
  switch (step.kind) {
    case 'role':
      return answering(people, alert, step.role)
    case 'rota':
      return step.call.isEverybody ? everybodyOf(people, alert) : onDutyOf(people, alert, step.call)
    case 'channel':
    case 'unused':
      return []
    default:
      return step satisfies never
  }
}
