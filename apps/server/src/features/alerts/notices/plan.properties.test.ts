import { escalationRoles, peopleSteps, rotaStep } from '@mimamori/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RotaSlot } from '../../../shared/duty-rota/read-rotas.ts'
import { planOf, stepNumber, usedStep } from './plan.ts'

const slots = fc.array(fc.option(fc.nat({ max: 99 }), { freq: 4 }), { minLength: 1, maxLength: 5 }).map((people): RotaSlot[] =>
  people.map((userId, index) => ({
    place: index + 1,
    userId,
    fullName: null,
    role: null,
    gap: userId === null ? 'empty' : people.indexOf(userId) < index ? 'twice' : null,
    override: null,
  })),
)
const minutes = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
  .map((given) => given.toSorted((one, other) => one - other))
const steps = fc.shuffledSubarray([...peopleSteps], { minLength: 1 }).filter((named) => named.includes(rotaStep))
const given = fc.record({ minutes, steps }).map((values) => ({
  minutes: { value: values.minutes, origin: 'office' as const },
  steps: { value: values.steps, origin: 'office' as const },
}))

test('the plan has as many steps in every shift, rising in time, and leaves nobody who is on duty out', () => {
  fc.assert(
    fc.property(given, slots, slots, fc.boolean(), (settings, before, after, isEmergency) => {
      const plans = [planOf(settings, before, isEmergency), planOf(settings, after, isEmergency), planOf(settings, null, isEmergency)]
      // A change of shift moves no step to another number.
      expect(new Set(plans.map(({ length }) => length)).size).toBe(1)
      for (const plan of plans) {
        const used = plan.filter(({ kind }) => kind !== 'unused')
        const times = used.map(({ afterMinutes }) => afterMinutes)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(stepNumber(plan, plan.length - 1)).toBe(used.length)
        for (let step = 0; step <= plan.length; step += 1) expect(usedStep(plan, step)).toBeGreaterThanOrEqual(step)
      }
      const called = plans[0]?.flatMap((step) => (step.kind === 'rota' ? step.call.people.map(({ userId }) => userId) : []))
      expect(new Set(called)).toEqual(new Set(before.flatMap(({ userId, gap }) => (gap === null ? [userId] : []))))
      const roles = new Set(plans[2]?.flatMap((step) => (step.kind === 'role' ? [step.role] : [])))
      expect(roles).toEqual(new Set(escalationRoles))
    }),
  )
})
