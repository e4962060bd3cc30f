import { afterAll, expect, test, vi } from 'vitest'

vi.mock('../platform/query.ts', () => ({ queryOf: () => ({}) }))
// Other files of the process want what was read with the real one.
afterAll(() => void vi.resetModules())
const { stepsOf } = await import('./procedures.tsx')

test('a site’s own steps, without the numbers it wrote', () => {
  expect(stepsOf('1. 作業を止める\r\n２．体を冷やす\n\n・119番')).toEqual(['作業を止める', '体を冷やす', '119番'])
})

test('a site without steps of its own shows the usual ones', () => {
  for (const nothing of [null, undefined, '', ' \n ']) expect(stepsOf(nothing)[0]).toBe('作業を止める')
})
