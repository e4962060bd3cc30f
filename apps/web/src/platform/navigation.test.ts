import { menu, type Viewer } from '@mimamori/contract/navigation'
import { roles } from '@mimamori/contract/role'
import { expect, test } from 'vitest'
import { landingOf, onwardPath, visibleMenu } from './navigation.ts'

const all = menu.map((item) => item.path)
const viewer = (roleKey: Viewer['roleKey'], safetyBeltDisplaySetting: '0' | '1' = '1'): Viewer => ({ roleKey, safetyBeltDisplaySetting })

test('an entry shows only once its screen exists', () => {
  expect(visibleMenu(viewer('AdminUnitService'), ['/company/list', '/nowhere']).map((item) => item.path)).toEqual(['/company/list'])
})

test.each(roles)('%s lands on the first entry of the menu they see', (role) => {
  expect(landingOf(viewer(role), all)).toBe('/home')
})

test('without any screen of the menu everyone still has their account', () => {
  expect(landingOf(viewer('User'), [])).toBe('/user')
})

test('a base admin sees safety belts only where the site shows them', () => {
  const paths = (display: '0' | '1') => visibleMenu(viewer('HeadquartersAdmin', display), all).map((item) => item.path)
  expect(paths('1')).toContain('/safety-belt/list')
  expect(paths('0')).not.toContain('/safety-belt/list')
})

test('the remembered path comes first, with its query', () => {
  expect(onwardPath(viewer('HeadquartersAdmin'), all, '/worker/list?page=2')).toBe('/worker/list?page=2')
})

test('a path that is not for this person leads to their own start', () => {
  expect(onwardPath(viewer('User'), all, '/company/list')).toBe('/home')
  expect(onwardPath(viewer('User'), all, null)).toBe('/home')
})
