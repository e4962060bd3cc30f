import { expect, test } from 'vitest'
import { abilityOf } from './push-ability.ts'

const able = { isSecure: true, hasPush: true, isApplePhone: false, isInstalled: false, permission: 'default' } as const

test.each([
  ['a browser over HTTPS', {}, 'able'],
  ['one that was asked already', { permission: 'granted' }, 'able'],
  ['one in which a person refused', { permission: 'denied' }, 'blocked'],
  ['plain HTTP', { isSecure: false, hasPush: false, permission: undefined }, 'insecure'],
  ['a browser without push', { hasPush: false }, 'unsupported'],
  ["an iPhone's Safari", { isApplePhone: true, hasPush: false, permission: undefined }, 'install'],
  ["an iPhone's installed page", { isApplePhone: true, isInstalled: true }, 'able'],
  ["an old iPhone's installed page", { isApplePhone: true, isInstalled: true, hasPush: false }, 'unsupported'],
  ["an iPhone's page over HTTP", { isApplePhone: true, isSecure: false, hasPush: false }, 'insecure'],
] as const)('%s', (_, over, ability) => {
  expect(abilityOf({ ...able, ...over })).toBe(ability)
})
