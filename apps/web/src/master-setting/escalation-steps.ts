import { type EscalationStep, peopleSteps } from '@mimamori/contract/settings'

/** A step of the escalation: after how many minutes, as typed, and who is notified: people or a channel, as the setting keeps it. */
export type TimedStep = { readonly minutes: string; readonly target: EscalationStep }

const listOf = (text: string) => (text === '' ? [] : text.split(','))

/** Between steps for which no minutes are given, as the escalation job counts them. */
const repeatMinutes = 5

/** The steps by their two settings; a step without minutes of its own follows the one before. */
export const stepsOf = (minutes: string, targets: string): TimedStep[] => {
  const given = listOf(minutes)
  const last = Number(given.at(-1) ?? 0)
  return listOf(targets).map((target, index) => ({
    // The setting's schema has read it.
    target: target as EscalationStep,
    minutes: given[index] ?? String(last + (index - given.length + 1) * repeatMinutes),
  }))
}

/** The two settings of steps. */
export const settingsOf = (steps: readonly TimedStep[]): { minutes: string; targets: string } => ({
  minutes: steps.map(({ minutes }) => minutes.trim()).join(','),
  targets: steps.map(({ target }) => target).join(','),
})

/**
 * The steps with one more at the end, for people or else a channel that are in none yet; the same where all are.
 * @param channels the steps of the channels that can be chosen
 */
export const withStep = (steps: readonly TimedStep[], channels: readonly EscalationStep[]): readonly TimedStep[] => {
  const next = [...peopleSteps, ...channels].find((target) => steps.every((step) => step.target !== target))
  if (next === undefined) return steps
  const last = Number(steps.at(-1)?.minutes ?? 0)
  return [...steps, { target: next, minutes: String((Number.isFinite(last) ? last : 0) + repeatMinutes) }]
}
