import { type Language, languages } from '@mimamori/contract/language'
import { session } from '@mimamori/contract/session'
import { isAmong } from '@mimamori/contract/typed-lists'
import { call } from './api.ts'
import { deviceLanguage, languageKey } from './device-language.ts'
import { furiganaJapanese, languageOf, type PageLanguage } from './page-language.ts'
import { showLanguage } from './texts.ts'
import { knownViewer, renewViewer, type Viewer } from './viewer.ts'

/** A choice that the server does not know yet, with the person whose it is. */
const unsentKey = 'mimamori-language-unsent'
/** Who reads with readings on a device that several people use, until its tab closes. */
const sharedReaderKey = 'mimamori-furigana-of'

const read = (text: unknown): Language | undefined => (isAmong(languages, text) ? text : undefined)

/** The language was chosen on the sign-in screen, and nobody has signed in since. */
let isChosenHere = false
/** Who signed in next: the choice was theirs, and is nobody else's. */
let chooserId: number | undefined

/** Chooses the language of the sign-in screen; the browser remembers it. */
export const chooseDeviceLanguage = (chosen: PageLanguage): Promise<void> => {
  isChosenHere = true
  localStorage.setItem(languageKey, chosen)
  return showLanguage(chosen)
}

const unsentOf = ({ userId }: Viewer): Language | undefined => {
  const [of, code] = (localStorage.getItem(unsentKey) ?? '').split(' ')
  return Number(of) === userId ? read(code) : undefined
}

/** Whether this person wants readings above Japanese: of the browser, but on a device that several people use only their own choice. */
const wantsFurigana = (viewer: Viewer): boolean => {
  if (isShared(viewer) && chooserId !== viewer.userId) return sessionStorage.getItem(sharedReaderKey) === String(viewer.userId)
  return deviceLanguage() === furiganaJapanese
}

/** Workers read their pages in their language, everybody else in Japanese. */
export const languageOfViewer = (viewer: Viewer): PageLanguage => {
  if (viewer.roleKey !== 'User') return 'ja'
  const device = isShared(viewer) && chooserId !== viewer.userId ? 'ja' : languageOf(deviceLanguage())
  const chosen = unsentOf(viewer) ?? viewer.language ?? device
  return chosen === 'ja' && wantsFurigana(viewer) ? furiganaJapanese : chosen
}

const isShared = ({ card }: Viewer): boolean => card?.sharedUntil != null

/** Shows the pages in the viewer's language. */
export const showViewerLanguage = async (viewer: Viewer): Promise<void> => {
  if (isChosenHere) {
    isChosenHere = false
    chooserId = viewer.userId
    if (isShared(viewer) && deviceLanguage() === furiganaJapanese) sessionStorage.setItem(sharedReaderKey, String(viewer.userId))
  } else if (chooserId !== viewer.userId) chooserId = undefined
  // The next who signs in on this device, perhaps after the session's end, reads the same, unless several people use it.
  const { language: own } = viewer
  const isNews = own !== null && own !== languageOf(deviceLanguage())
  if (isNews && viewer.roleKey === 'User' && !isShared(viewer)) localStorage.setItem(languageKey, own)
  await showLanguage(languageOfViewer(viewer))
}

/** Chooses the viewer's own language: it is shown at once, and sent as soon as the server is reached. */
export const chooseOwnLanguage = async (viewer: Viewer, chosen: PageLanguage): Promise<void> => {
  localStorage.setItem(unsentKey, `${String(viewer.userId)} ${languageOf(chosen)}`)
  if (!isShared(viewer)) localStorage.setItem(languageKey, chosen)
  else if (chosen === furiganaJapanese) sessionStorage.setItem(sharedReaderKey, String(viewer.userId))
  else sessionStorage.removeItem(sharedReaderKey)
  await showLanguage(chosen)
  await sendOwnLanguage(viewer)
}

/**
 * Sends a choice that the server does not know: one made without a network, or on the sign-in screen by somebody whose record says
 * nothing. Without a connection it is sent the next time.
 */
export const sendOwnLanguage = async (viewer: Viewer): Promise<void> => {
  if (viewer.roleKey !== 'User') return
  const shown = languageOf(languageOfViewer(viewer))
  const unsent = unsentOf(viewer) ?? (viewer.language === null && shown !== 'ja' ? shown : undefined)
  if (unsent === undefined) return
  try {
    await call(session.chooseLanguage, { body: { language: unsent } })
    localStorage.removeItem(unsentKey)
    chooserId = undefined
    if (knownViewer()?.userId === viewer.userId) await renewViewer()
  } catch {
    // Sent again with the next connection; the page is in the chosen language all the same.
  }
}
