import { isAmong } from '@mimamori/contract/typed-lists'
import { type PeopleStep, peopleSteps } from '@mimamori/contract/settings'

/** A step of the escalation: after how many minutes, as typed, and who is notified: a role, or who is on duty. */
export type EscalationStep = { readonly minutes: string; readonly role: PeopleStep }

const listOf = (text: string) => (text === '' ? [] : text.split(','))
const isStep = (text: string): text is PeopleStep => isAmong(peopleSteps, text)

/** Between steps for which no minutes are given, as the escalation job counts them. */
const repeatMinutes = 5

/** The steps by their two settings; a step without minutes of its own follows the one before. */
export const stepsOf = (minutes: string, roles: string): EscalationStep[] => {
  const given = listOf(minutes)
  const last = Number(given.at(-1) ?? 0)
  return listOf(roles)
    .filter(isStep)
    .map((role, index) => ({ role, minutes: given[index] ?? String(last + (index - given.length + 1) * repeatMinutes) }))
}

/** The two settings of steps. */
export const settingsOf = (steps: readonly EscalationStep[]): { minutes: string; roles: string } => ({
  minutes: steps.map(({ minutes }) => minutes.trim()).join(','),
  roles: steps.map(({ role }) => role).join(','),
})

/** The steps with one more at the end, for somebody who is in none yet; the same where everybody is. */
export const withStep = (steps: readonly EscalationStep[]): readonly EscalationStep[] => {
  const next = peopleSteps.find((role) => steps.every((step) => step.role !== role))
  if (next === undefined) return steps
  const last = Number(steps.at(-1)?.minutes ?? 0)
  return [...steps, { role: next, minutes: String((Number.isFinite(last) ? last : 0) + repeatMinutes) }]
}
