import { mappingOfPreset } from '@mimamori/contract/connection-presets'
import { expect, test } from 'vitest'
import { canJudgeHeat } from './heat-fields.ts'

const fills = (...fields: readonly ('wbgt' | 'temperature' | 'humidity' | 'globe')[]) => fields.map((to) => ({ from: to, to }))

test('heat can be judged by a WBGT, or by the three values that it is estimated from', () => {
  expect(canJudgeHeat(fills('wbgt'))).toBe(true)
  expect(canJudgeHeat(fills('temperature', 'humidity', 'globe'))).toBe(true)
  expect(canJudgeHeat(fills('temperature', 'humidity'))).toBe(false)
  expect(canJudgeHeat(fills('globe'))).toBe(false)
  expect(canJudgeHeat(mappingOfPreset('milesight-em300-th'))).toBe(false)
})
