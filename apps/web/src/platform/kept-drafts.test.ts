import { expect, test } from 'vitest'
import { memory } from './test-storage.ts'

// The module makes those of the tab as well.
globalThis.sessionStorage ??= memory()
const { createKeptDrafts } = await import('./kept-drafts.ts')

const key = { account: '7', screen: '/worker/new', form: 'worker', basis: '{"name":""}' }

test('what was typed is found by the same person, at the same form that begins alike, until it is removed', () => {
  const drafts = createKeptDrafts(memory())
  drafts.keep(key, { name: '佐々木' })
  expect(drafts.find(key)).toEqual({ name: '佐々木' })
  expect(drafts.find({ ...key, account: '8' })).toBeUndefined()
  expect(drafts.find({ ...key, screen: '/worker/3' })).toBeUndefined()
  expect(drafts.find({ ...key, form: 'group' })).toBeUndefined()
  expect(drafts.find({ ...key, basis: '{"name":"別"}' })).toBeUndefined()
  drafts.remove(key)
  expect(drafts.find(key)).toBeUndefined()
})

test('neither the next person nor anybody after a sign-out finds it, and nothing else in the storage goes', () => {
  const storage = memory()
  storage.setItem('visited', '{}')
  const drafts = createKeptDrafts(storage)
  drafts.keep(key, { name: '佐々木' })
  drafts.keep({ ...key, form: 'note' }, { text: 'メモ' })
  drafts.forgetOthers('7')
  expect(drafts.find(key)).toBeDefined()
  drafts.forgetOthers('8')
  expect(drafts.find(key)).toBeUndefined()
  drafts.keep(key, { name: '佐々木' })
  drafts.forget()
  expect(storage.length).toBe(1)
})

test('a full storage keeps nothing and fails nothing', () => {
  const full = memory()
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(() => createKeptDrafts(full).keep(key, { name: '佐々木' })).not.toThrow()
})

test('what the form began with is not kept itself', () => {
  const storage = memory()
  createKeptDrafts(storage).keep({ ...key, basis: '生年月日 1960-01-01' }, { name: '佐々木' })
  expect(storage.getItem(storage.key(0) ?? '')).not.toContain('1960')
})
