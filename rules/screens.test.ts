import { expect, test } from 'vitest'
import { uninspectedScreens } from './screens.ts'
import { readTree } from './tree.ts'

const routes = {
  path: 'apps/web/src/routes.tsx',
  text: "screen('/worker/list', '作業者', list), screen('/worker/edit/$id', '作業者を編集', form)",
}
const inspection = (paths: string) => ({ path: 'e2e/worker-screens.test.ts', text: paths })

test('every screen of the organisation is inspected', () => expect(uninspectedScreens(readTree())).toEqual([]))

test('one that no test opens is noticed', () => {
  expect(uninspectedScreens([routes, inspection("'/worker/list'")])).toEqual(['/worker/edit/$id'])
  expect(uninspectedScreens([routes, inspection("'/worker/list?page=2' `/worker/edit/${id}`")])).toEqual([])
})
