import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const items = new Map<string, string>()
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
} as Storage
vi.stubGlobal('sessionStorage', storage)
afterAll(() => void vi.unstubAllGlobals())

const { createVisited } = await import('./visited.ts')
const visited = createVisited(storage)
const show = (...hrefs: readonly string[]) => {
  for (const [index, href] of hrefs.entries()) visited.note(index, href)
}
beforeEach(() => visited.forget())

test('a list is found as it was last shown, with its filters', () => {
  show('/list?officeId=3', '/list?officeId=4&page=2', '/home', '/detail?UserId=7')
  expect(visited.queryOf('/list')).toBe('officeId=4&page=2')
  expect(visited.queryOf('/home')).toBe('')
  expect(visited.queryOf('/other')).toBe('')
})

test('the visited screens are known until the tab is reloaded', () => {
  show('/home', '/list?page=2', '/detail')
  expect([visited.pathBehind(2), visited.pathBehind(0)]).toEqual(['/list', undefined])
  visited.note(0, '/detail')
  visited.note(1, '/other')
  expect(visited.pathBehind(1)).toBe('/detail')
  expect(visited.pathBehind(3)).not.toBe('/detail')
  expect(visited.queryOf('/list')).toBe('page=2')
})

test('nothing is left of the person before', () => {
  show('/list?officeId=3')
  visited.forget()
  expect(visited.queryOf('/list')).toBe('')
  expect(visited.pathBehind(1)).toBe(undefined)
})
