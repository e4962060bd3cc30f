import { menu, menuOf } from '@mimamori/contract/navigation'
import { admins, leaders, type Role } from '@mimamori/contract/role'
import { expect, test } from 'vitest'
import { entryOf, menuGroups } from './menu-groups.ts'

test('entries are under their headings, in order', () => {
  const groups = menuGroups(menuOf({ roleKey: 'HeadquartersAdmin', safetyBeltDisplaySetting: '1' }))
  expect(groups.map((group) => group.heading)).toEqual(['', '現場の状況', '拠点管理', '記録・設定'])
})

test.each([
  ['/worker/edit/12', '/worker/list'],
  ['/worker/list', '/worker/list'],
  ['/ReferenceBarometer/new', '/ReferenceBarometer'],
  ['/grouplead/list', '/grouplead/list'],
  ['/user', undefined],
])('at %s the entry %s is the current one', (pathname, path) => {
  expect(entryOf(menu, pathname)?.path).toBe(path)
})

test('a leader’s list and detail are entries of their own; an admin’s detail belongs to the list', () => {
  const codeOf = (roleKey: Role) => entryOf(menuOf({ roleKey, safetyBeltDisplaySetting: '1' }), '/physical-condition/detail')?.code
  expect(leaders.map(codeOf)).toEqual(['L003', 'L003'])
  expect([...admins, 'User' as const].map(codeOf)).toEqual(['M041', 'M041', 'M041', 'W001'])
})
