import {
  channelOfStep,
  type EscalationRole,
  escalationRoles,
  type EscalationStep,
  rotaLimits,
  rotaStep,
  type RotaTarget,
  rotaTargets,
} from '@mimamori/contract'
import type { RotaSlot } from '../../../shared/duty-rota/read-rotas.ts'
import { mostRotaCalls, type RotaCall, rotaCalls } from '../../../shared/duty-rota/rota-calls.ts'
import type { TellingSettings } from './wanted-settings.ts'

/** The minutes between repeated notices to everybody after the last step, until somebody answers. */
export const repeatMinutes = 5
const minuteMs = 60_000

/**
 * Whom a step notifies: the people of a role, who is on duty, or a channel outside. `unused` is a number of the rota that the shift of
 * this moment does not need.
 */
export type StepTarget =
  | { readonly kind: 'role'; readonly role: EscalationRole }
  | { readonly kind: 'rota'; readonly call: RotaCall }
  | { readonly kind: 'channel'; readonly channelId: string }
  | { readonly kind: 'unused' }

/** Whom a step notifies, and how many minutes after the alert began to wait. */
export type Step = StepTarget & { readonly afterMinutes: number }

/** The places of the shift that is on at a site; null where its week is not planned. */
export type RotaOnDuty = readonly RotaSlot[] | null

/** The role whose people a step notifies; undefined of a step that is no role. */
export const roleOf = (step: StepTarget | undefined): EscalationRole | undefined => (step?.kind === 'role' ? step.role : undefined)

type Given = Pick<TellingSettings, 'minutes' | 'steps'>
type PlainStep = Exclude<EscalationStep, typeof rotaStep>

const isPlain = (step: EscalationStep): step is PlainStep => step !== rotaStep

const targetOf = (step: PlainStep): StepTarget => {
  const channelId = channelOfStep(step)
  // What is no channel is a role: the setting's schema takes nothing else.
  return channelId === undefined ? { kind: 'role', role: step as EscalationRole } : { kind: 'channel', channelId }
}

const unused = (count: number, afterMinutes: number): Step[] => Array.from({ length: count }, () => ({ kind: 'unused', afterMinutes }))

/** Without a planned week: as though the roles that are no step themselves were named instead of the rota. */
const withRoles = (named: readonly EscalationStep[], minutesAt: (index: number) => number): Step[] => {
  const others = escalationRoles.filter((role) => !named.includes(role))
  const steps = named
    .flatMap((step): readonly PlainStep[] => (isPlain(step) ? [step] : others))
    .map((step, index): Step => ({ ...targetOf(step), afterMinutes: minutesAt(index) }))
  const end = named.indexOf(rotaStep) + others.length
  return steps.toSpliced(end, 0, ...unused(mostRotaCalls - others.length, minutesAt(end)))
}

/** With the people on duty, a few minutes apart; what follows them is not before the last of them has had their time. */
const withPeople = (named: readonly EscalationStep[], minutesAt: (index: number) => number, calls: readonly RotaCall[]): Step[] => {
  let earliest = 0
  return named.flatMap((step, index): Step[] => {
    const afterMinutes = Math.max(minutesAt(index), earliest)
    if (isPlain(step)) return [{ ...targetOf(step), afterMinutes }]
    const begin = index === 0 ? 0 : afterMinutes
    earliest = begin + calls.length * rotaLimits.stepMinutes
    return [
      ...calls.map((call, turn): Step => ({ kind: 'rota', call, afterMinutes: begin + turn * rotaLimits.stepMinutes })),
      ...unused(mostRotaCalls - calls.length, earliest),
    ]
  })
}

/**
 * Who is notified, and when. A step beyond the minutes given follows the one before. The rota has as many numbers in every shift, so that a
 * step is the same one after the shift has changed; as the first step it calls at once.
 */
export const planOf = ({ minutes, steps }: Given, onDuty: RotaOnDuty, isEmergency: boolean): Step[] => {
  const given = minutes.value
  const last = given.at(-1) ?? 0
  const minutesAt = (index: number) => given[index] ?? last + (index - given.length + 1) * repeatMinutes
  const named = steps.value
  if (named.every(isPlain)) return named.map((step, index) => ({ ...targetOf(step), afterMinutes: minutesAt(index) }))
  return onDuty === null ? withRoles(named, minutesAt) : withPeople(named, minutesAt, rotaCalls(onDuty, isEmergency))
}

/** The first step from this one on that notifies somebody; the plan's length after the last one. */
export const usedStep = (plan: readonly Step[], step: number): number => {
  const next = plan.findIndex(({ kind }, index) => index >= step && kind !== 'unused')
  return next === -1 ? plan.length : next
}

/** As what a step of the rota notifies somebody, or all that it notifies; undefined of any other step. */
export const rotaTargetOf = (step: Step | undefined, userId?: number): RotaTarget | undefined => {
  if (step?.kind !== 'rota') return undefined
  const { people, isEverybody } = step.call
  if (isEverybody) return 'everybody'
  const own = userId === undefined ? people : people.filter((person) => person.userId === userId)
  const [only, ...others] = own
  return only === undefined || others.length > 0 ? 'onDuty' : rotaTargets[only.place - 1]
}

/** The number of a step on record, from 1: numbers that the shift does not need are not counted. */
export const stepNumber = (plan: readonly Step[], step: number): number =>
  plan.slice(0, step + 1).filter(({ kind }) => kind !== 'unused').length

const after = (since: Date, minutes: number) => new Date(since.getTime() + minutes * minuteMs)

/** When the first step is due of an alert that begins to wait, by the rota at once: whether that calls somebody is seen then. */
export const firstDueAt = ({ minutes, steps }: Given, since: Date): Date =>
  steps.value[0] === rotaStep ? since : after(since, minutes.value[0] ?? repeatMinutes)

/** When a step (from 0) is due; after the last one, when everybody is notified again who was last notified at `toldAt`. */
export const stepDueAt = (plan: readonly Step[], step: number, since: Date, notifiedAt: Date): Date => {
  const next = plan[step]
  return next === undefined ? after(notifiedAt, repeatMinutes) : after(since, next.afterMinutes)
}
