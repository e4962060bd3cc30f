import { endpoints } from '@mimamori/contract/endpoints'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseDeviceLanguage, languageOfViewer, sendOwnLanguage, showViewerLanguage } from './language.ts'
import { showLanguage } from './texts.ts'
import type { Viewer } from './viewer.ts'

const { session } = endpoints
const sent = vi.fn<typeof fetch>()

/** A worker at a tablet that several people use. */
const worker = (userId: number, language: Viewer['language']) =>
  ({ userId, language, roleKey: 'User', card: { sharedUntil: '2099-01-01T00:00:00Z' } }) as Viewer

const signIn = async (viewer: Viewer) => {
  await showViewerLanguage(viewer)
  await sendOwnLanguage(viewer)
}

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.mockImplementation(async () => Response.json({}))
  vi.stubGlobal('fetch', sent)
})
afterEach(async () => {
  localStorage.clear()
  sent.mockReset()
  vi.unstubAllGlobals()
  await showLanguage('ja')
})

const chosenOnServer = () =>
  sent.mock.calls
    .filter(([url]) => (typeof url === 'string' ? url : '').includes(session.chooseLanguage.path))
    .map(([, init]) => init?.body)

test('what somebody chose at a shared tablet is not stored as the language of the next person', async () => {
  await chooseDeviceLanguage('my')
  await signIn(worker(1, 'vi'))
  await signIn(worker(2, null))
  expect(languageOfViewer(worker(2, null))).toBe('ja')
  expect(chosenOnServer()).toEqual([])
})

test('what somebody without a language chose at a shared tablet becomes theirs, and only theirs', async () => {
  await chooseDeviceLanguage('my')
  await signIn(worker(1, null))
  expect(chosenOnServer()).toEqual(['{"language":"my"}'])
  await signIn(worker(2, null))
  expect(chosenOnServer()).toHaveLength(1)
})
