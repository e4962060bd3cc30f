import { expect, test } from 'vitest'
import { forOnePerson, OtherPersonError } from './one-person.ts'
import { createSessionStore } from './session-store.ts'
import { memory } from './test-storage.ts'

const tokensOf = (person: string) => ({ token: `head.${btoa(JSON.stringify({ sub: person }))}.sign`, refreshToken: `refresh-${person}` })

const tab = (storage: Storage) => {
  const heard: string[] = []
  return { heard, store: forOnePerson(createSessionStore(storage), () => heard.push('other')) }
}

test('a tab of one person never reads the tokens of somebody who logged in beside it', () => {
  const storage = memory()
  const [first, second] = [tab(storage), tab(storage)]
  first.store.save(tokensOf('1'))
  expect(second.store.read()).toEqual(tokensOf('1'))
  second.store.save(tokensOf('2'))
  expect(() => first.store.read()).toThrow(OtherPersonError)
  expect(first.heard).toEqual(['other'])
  expect(second.store.read()).toEqual(tokensOf('2'))
})

test('after the same person signs in again every tab continues, and after a logout anybody may sign in', () => {
  const storage = memory()
  const [first, second] = [tab(storage), tab(storage)]
  first.store.save(tokensOf('1'))
  second.store.save({ ...tokensOf('1'), refreshToken: 'renewed' })
  expect(first.store.read()?.refreshToken).toBe('renewed')
  second.store.clear()
  expect(first.store.read()).toBeNull()
  second.store.save(tokensOf('2'))
  expect(first.store.read()).toEqual(tokensOf('2'))
  expect(first.heard).toEqual([])
})
