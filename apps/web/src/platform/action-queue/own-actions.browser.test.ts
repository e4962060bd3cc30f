import { duty } from '@mimamori/contract/duty'
import { morningCheck } from '@mimamori/contract/morning-check'
import { session } from '@mimamori/contract/session'
import { wear } from '@mimamori/contract/wear'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../api.ts'
import { queryClient } from '../query.ts'
import { createActionStore } from './action-store.ts'
import { ownActions, performAction } from './own-actions.ts'

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

test.each([
  ['the answers of the morning check', { path: morningCheck.answer.path, body: { userId: 7, refused: true } }],
  [
    'that the procedures were read',
    { path: duty.brief.path, params: { officeId: 3 }, body: { userIds: [7], means: 'page', language: 'ja', version: 1 } },
  ],
])('a session by card sends %s of the person', async (_, action) => {
  sent.mockImplementation(async () => Response.json({ attention: false, left: [] }))
  signIn({ card: { sharedUntil: null } })
  expect(await performAction({ ...action, title: 'own' })).toMatchObject({ state: 'sent' })
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a session by card does not send what its holder did for somebody else', async () => {
  signIn({ card: { sharedUntil: null } })
  const action = { path: morningCheck.answer.path, body: { userId: 8, refused: true }, title: 'other' }
  expect(await performAction(action)).toMatchObject({ state: 'unsent' })
  expect(sent).not.toHaveBeenCalled()
})
