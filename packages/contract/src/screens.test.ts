import { expect, test } from 'vitest'
import { mayOpen, menu, routesOf, type Viewer } from './navigation.ts'
import { screens } from './screens.ts'

const viewer = (roleKey: Viewer['roleKey'], safetyBeltDisplaySetting: '0' | '1' = '1'): Viewer => ({ roleKey, safetyBeltDisplaySetting })

test('no two screens have the same address or the same name', () => {
  const all = Object.values(screens)
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
})

test.each([
  ['AdminUnitService', '/company/edit/12', true],
  ['AdminUnitContract', '/company/edit/12', false],
  ['HeadquartersAdmin', '/master-setting-headquaters', true],
  ['HeadquartersAdmin', '/worker/edit/12/more', false],
  ['User', '/physical-condition/detail', true],
  ['User', '/physical-condition/list', false],
  ['HeadquartersAdmin', '/map/list', true],
  ['GroupLeader', '/map/list', false],
  ['GroupSubLeader', '/map/setting', false],
  ['GroupLeader', '/map/detail/3', true],
  ['User', '/map/detail/3', false],
  ['AdminUnitService', '/nowhere', false],
  ['AdminUnitService', '/login', false],
] as const)('%s may open %s: %s', (role, path, may) => {
  expect(mayOpen(viewer(role), path)).toBe(may)
})

test('routes are summarised by area if all screens of the area have the same roles', () => {
  expect(routesOf(viewer('User'))).toEqual([
    '/home',
    '/user',
    '/account-security',
    '/my-data',
    '/change-password',
    '/physical-condition/detail',
  ])
  expect(routesOf(viewer('GroupLeader'))).toContain('/grouplead')
  expect(routesOf(viewer('HeadquartersAdmin', '0'))).not.toContain('/safety-belt')
})

test('every entry of the menu has a code of its own', () => {
  const codes = menu.map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})
