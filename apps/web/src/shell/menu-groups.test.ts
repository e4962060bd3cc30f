import { menu, menuOf } from '@mimamori/contract/navigation'
import { expect, test } from 'vitest'
import { belongsTo, menuGroups } from './menu-groups.ts'

const entry = (path: string) => {
  const item = menu.find((candidate) => candidate.path === path)
  if (item === undefined) throw new Error(`no entry ${path}`)
  return item
}

test('entries stand under their headings, in order', () => {
  const groups = menuGroups(menuOf({ roleKey: 'HeadquartersAdmin', safetyBeltDisplaySetting: '1' }))
  expect(groups.map((group) => group.heading)).toEqual(['', '現場の状況', '拠点管理', '記録・設定'])
})

test.each([
  ['/worker/list', '/worker/edit/12', true],
  ['/worker/list', '/worker/list', true],
  ['/ReferenceBarometer', '/ReferenceBarometer/list', true],
  ['/map/list', '/master-setting-headquaters', false],
  ['/group/list', '/grouplead/list', false],
])('the entry %s at %s: %s', (path, pathname, current) => {
  expect(belongsTo(entry(path), pathname)).toBe(current)
})
