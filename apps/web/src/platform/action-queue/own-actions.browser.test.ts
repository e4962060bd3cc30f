import { session } from '@mimamori/contract/session'
import { wear } from '@mimamori/contract/wear'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../api.ts'
import { queryClient } from '../query.ts'
import { createActionStore } from './action-store.ts'
import { ownActions } from './own-actions.ts'

const account = '7'
const store = createActionStore()
const sent = vi.fn<typeof fetch>()

/** A session of the account. */
const signIn = (viewer: object) => {
  sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: account }))}.x`, refreshToken: 'r' })
  queryClient.setQueryData([session.userInfo.path, {}], { userId: 7, owed: [], ...viewer })
}

beforeEach(async () => {
  vi.stubGlobal('fetch', sent)
  sent.mockReset()
  sent.mockImplementation(async () => Response.json(['権限がありません。'], { status: 403 }))
  for (const { id } of await store.listOf(account)) await store.remove(id)
  const input = { params: { id: 1 }, body: {} }
  await store.add({ key: 'k', account, path: wear.undo.path, input, at: '2026-07-20T07:00:00Z', title: '渡した', refusal: null })
})

test.each([
  ['a session by card', { card: { sharedUntil: null } }],
  ['a session that owes a password', { owed: ['password'] }],
])('%s neither sends nor shows what a leader did, which waits', async (_, viewer) => {
  signIn(viewer)
  await ownActions.flush()
  expect(sent).not.toHaveBeenCalled()
  expect(ownActions.snapshot()).toEqual({ waiting: [], refused: [] })
  expect(await store.listOf(account)).toMatchObject([{ title: '渡した', refusal: null }])
})

test('a session by password sends it', async () => {
  sent.mockImplementation(async () => Response.json(['つながりません。'], { status: 503 }))
  signIn({})
  await ownActions.flush()
  expect(sent).toHaveBeenCalled()
  expect(ownActions.snapshot().waiting).toMatchObject([{ title: '渡した' }])
})
