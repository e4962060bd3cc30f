import { menuOf, type Viewer } from '@mimamori/contract/navigation'
import { roles } from '@mimamori/contract/role'
import { expect, test } from 'vitest'
import { landingOf, onwardPath, visibleMenu } from './navigation.ts'

const viewer = (roleKey: Viewer['roleKey'], safetyBeltDisplaySetting: '0' | '1' = '1'): Viewer => ({ roleKey, safetyBeltDisplaySetting })

test('an entry shows once its screen is built', () => {
  const codes = visibleMenu(viewer('AdminUnitService')).map((item) => item.code)
  expect(codes).toContain('M010')
  expect(codes).toContain('R001')
})

test.each(roles)('%s lands on the first entry of the menu they see', (role) => {
  expect(landingOf(viewer(role))).toBe('/home')
})

test('a base admin sees safety belts only where the site shows them', () => {
  const paths = (display: '0' | '1') => menuOf(viewer('HeadquartersAdmin', display)).map((item) => item.path)
  expect(paths('1')).toContain('/safety-belt/list')
  expect(paths('0')).not.toContain('/safety-belt/list')
})

test('the remembered path comes first, with its query', () => {
  expect(onwardPath(viewer('HeadquartersAdmin'), '/worker/list?page=2')).toBe('/worker/list?page=2')
})

test('a path that is not for this person leads to their own start', () => {
  expect(onwardPath(viewer('User'), '/company/list')).toBe('/home')
  expect(onwardPath(viewer('User'), null)).toBe('/home')
})
