import { endpoints } from '@mimamori/contract/endpoints'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceLanguage } from './device-language.ts'
import { chooseDeviceLanguage, chooseOwnLanguage, languageOfViewer, sendOwnLanguage, showViewerLanguage } from './language.ts'
import { currentLanguage, showLanguage, texts } from './texts.ts'
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
  sessionStorage.clear()
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

const ownPhone = (language: Viewer['language']) => ({ userId: 3, language, roleKey: 'User' }) as Viewer
const leader = { userId: 4, language: null, roleKey: 'GroupLeader' } as Viewer

test('easy Japanese with readings is remembered by the browser; on record it is Japanese, and a leader’s screens have none', async () => {
  await chooseOwnLanguage(ownPhone('vi'), 'ja-Hrkt')
  expect(chosenOnServer()).toEqual(['{"language":"ja"}'])
  expect(texts.language).toBe('ja-Hrkt')
  expect(texts.t('own.more', { furigana: 'keep' })).toContain('|')
  expect(currentLanguage()).toBe('ja')
  expect(document.documentElement.lang).toBe('ja')
  expect(languageOfViewer(ownPhone('ja'))).toBe('ja-Hrkt')
  await showViewerLanguage(ownPhone('ja'))
  expect(deviceLanguage()).toBe('ja-Hrkt')
  expect(languageOfViewer(leader)).toBe('ja')
  await showViewerLanguage(ownPhone('ne'))
  expect(languageOfViewer(ownPhone('ja'))).toBe('ja')
})

test('at a shared tablet readings are shown to the person who chose them, and to nobody after', async () => {
  await showViewerLanguage(worker(1, 'ja'))
  await chooseOwnLanguage(worker(1, 'ja'), 'ja-Hrkt')
  expect(languageOfViewer(worker(1, 'ja'))).toBe('ja-Hrkt')
  expect(languageOfViewer(worker(2, 'ja'))).toBe('ja')
  expect(deviceLanguage()).not.toBe('ja-Hrkt')
  await chooseOwnLanguage(worker(1, 'ja'), 'ja')
  expect(languageOfViewer(worker(1, 'ja'))).toBe('ja')
})
