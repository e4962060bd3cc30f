import { channelOfStep, type EscalationRole, type EscalationStep } from '@mimamori/contract'
import type { TellingSettings } from './wanted-settings.ts'

/** The minutes between repeated notices to everybody after the last step, until somebody answers. */
export const repeatMinutes = 5
const minuteMs = 60_000

/** Whom a step notifies: the people of a role, or a channel outside. */
export type StepTarget = { readonly kind: 'role'; readonly role: EscalationRole } | { readonly kind: 'channel'; readonly channelId: string }

export type Step = StepTarget & { readonly afterMinutes: number }

/** The role whose people a step notifies; undefined of a step that is no role. */
export const roleOf = (step: StepTarget | undefined): EscalationRole | undefined => (step?.kind === 'role' ? step.role : undefined)

const targetOf = (step: EscalationStep): StepTarget => {
  const channelId = channelOfStep(step)
  // What is no channel is a role: the setting's schema takes nothing else.
  return channelId === undefined ? { kind: 'role', role: step as EscalationRole } : { kind: 'channel', channelId }
}

/**
 * Who is notified, and how many minutes after the alert began to wait. A step beyond the minutes given follows the one before.
 */
export const planOf = ({ minutes, steps }: Pick<TellingSettings, 'minutes' | 'steps'>): Step[] => {
  const given = minutes.value
  const last = given.at(-1) ?? 0
  return steps.value.map((step, index) => ({
    ...targetOf(step),
    afterMinutes: given[index] ?? last + (index - given.length + 1) * repeatMinutes,
  }))
}

const after = (since: Date, minutes: number) => new Date(since.getTime() + minutes * minuteMs)

/** When the first step is due of an alert that begins to wait. */
export const firstDueAt = (settings: TellingSettings, since: Date): Date => after(since, planOf(settings)[0]?.afterMinutes ?? repeatMinutes)

/** When a step (from 0) is due; after the last one, when everybody is notified again who was last notified at `toldAt`. */
export const stepDueAt = (plan: readonly Step[], step: number, since: Date, notifiedAt: Date): Date => {
  const next = plan[step]
  return next === undefined ? after(notifiedAt, repeatMinutes) : after(since, next.afterMinutes)
}
