import { screens } from '@mimamori/contract/screens'
import { expect, test } from 'vitest'
import { screensWithoutRoute, uninspectedScreens, writtenAddresses } from './screens.ts'
import { readTree } from './tree.ts'

const tree = readTree()
const two = {
  workerList: { path: '/worker/list' },
  workerEdit: { path: '/worker/edit/$id' },
  map: { path: '/map/list', planned: true },
} as const
const inspection = (paths: string) => ({ path: 'e2e/worker-screens.test.ts', text: paths })

test('every screen of the organisation is inspected', () => expect(uninspectedScreens(tree, screens)).toEqual([]))

test('one that no test opens is noticed', () => {
  expect(uninspectedScreens([inspection("'/worker/list'")], two)).toEqual(['/worker/edit/$id'])
  expect(uninspectedScreens([inspection("'/worker/list?page=2' `/worker/edit/${id}`")], two)).toEqual([])
})

test('every screen that is not only planned has a route', () => expect(screensWithoutRoute(tree, screens)).toEqual([]))

test('one without a route is noticed', () => {
  const routes = { path: 'apps/web/src/routes.tsx', text: "screen('workerList', () => import('./list.tsx'), 'List')" }
  expect(screensWithoutRoute([routes], two)).toEqual(['workerEdit'])
})

test('the console takes every address from the declaration', () => expect(writtenAddresses(tree, screens)).toEqual([]))

test('an address that is written out is noticed, whole or pieced together', () => {
  const file = {
    path: 'apps/web/src/worker/list.tsx',
    text: "const a = '/worker/list'; const b = `/worker/edit/${id}`; const c = '/api/Worker'",
  }
  expect(writtenAddresses([file], two)).toEqual([
    'apps/web/src/worker/list.tsx: /worker/list',
    'apps/web/src/worker/list.tsx: /worker/edit/',
  ])
})
