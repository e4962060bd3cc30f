import { expect, test } from 'vitest'
import { createSessionStore } from './session-store.ts'
import { memory } from './test-storage.ts'

test('keeps tokens and the login flag until cleared', () => {
  const storage = memory()
  const store = createSessionStore(storage)
  store.save({ token: 't', refreshToken: 'r' })
  expect(createSessionStore(storage).read()).toEqual({ token: 't', refreshToken: 'r' })
  expect(store.isLoggedIn()).toBe(true)
  store.clear()
  expect(store.read()).toBeNull()
  expect(store.isLoggedIn()).toBe(false)
})

test('half a session is none, though the flag is still up', () => {
  const storage = memory()
  const store = createSessionStore(storage)
  store.save({ token: 't', refreshToken: 'r' })
  storage.removeItem('token')
  expect(store.read()).toBeNull()
  expect(store.isLoggedIn()).toBe(true)
})

test('a remembered path outlives the session and is taken once', () => {
  const store = createSessionStore(memory())
  store.rememberPath('/worker/list?officeId=3&page=2')
  store.clear()
  expect(store.takePath()).toBe('/worker/list?officeId=3&page=2')
  expect(store.takePath()).toBeNull()
})

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '/login', '/login?x=1'])(
  'never leads to %s',
  (path) => {
    const storage = memory()
    const store = createSessionStore(storage)
    store.rememberPath(path)
    expect(store.takePath()).toBeNull()
    storage.setItem('redirectPath', path)
    expect(store.takePath()).toBeNull()
  },
)
