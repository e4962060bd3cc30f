import { expect, test } from 'vitest'
import { testPlan } from '../../../shared/plan/paper/test-plan.ts'
import { planMail } from './plan-mails.ts'

const bodyOf = (plan: ReturnType<typeof testPlan>) => planMail({ kind: 'planToday', plan, publicUrl: undefined, isCounted: true }).body

test('a mail says that values between the hours of the forecast are interpolated, where some are', () => {
  const plan = testPlan()
  expect(bodyOf(plan)).toContain('予測：7月22日（水） 5:30の発表。発表のない時刻は、前後から補った値です')
  const whole = { ...plan, hours: plan.hours.map((hour) => ({ ...hour, isInterpolated: false })) }
  expect(bodyOf(whole)).not.toContain('補った')
})
