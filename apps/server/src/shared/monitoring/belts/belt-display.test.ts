import { mayOpen, roles, screens } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { seesBelts } from './belt-display.ts'

test.each(roles)('%s sees belts where their list may be opened', (roleKey) => {
  for (const safetyBeltDisplaySetting of ['0', '1'] as const)
    expect(seesBelts(roleKey, safetyBeltDisplaySetting)).toBe(mayOpen({ roleKey, safetyBeltDisplaySetting }, screens.beltList.path))
})
