import { language, type Language } from '@mimamori/contract/language'
import { session } from '@mimamori/contract/session'
import { call } from './api.ts'
import { deviceLanguage, languageKey } from './device-language.ts'
import { showLanguage } from './texts.ts'
import { knownViewer, renewViewer, type Viewer } from './viewer.ts'

/** A choice that the server does not know yet, with the person whose it is. */
const unsentKey = 'mimamori-language-unsent'

const read = (text: unknown): Language | undefined => language.safeParse(text).data

/** The language was chosen on the sign-in screen, and nobody has signed in since. */
let isChosenHere = false
/** Who signed in next: the choice was theirs, and is nobody else's. */
let chooserId: number | undefined

/** Chooses the language of the sign-in screen; the browser remembers it. */
export const chooseDeviceLanguage = (chosen: Language): Promise<void> => {
  isChosenHere = true
  localStorage.setItem(languageKey, chosen)
  return showLanguage(chosen)
}

const unsentOf = ({ userId }: Viewer): Language | undefined => {
  const [of, code] = (localStorage.getItem(unsentKey) ?? '').split(' ')
  return Number(of) === userId ? read(code) : undefined
}

/** Workers read their pages in their language, everybody else in Japanese. */
export const languageOfViewer = (viewer: Viewer): Language => {
  if (viewer.roleKey !== 'User') return 'ja'
  return unsentOf(viewer) ?? viewer.language ?? (isShared(viewer) && chooserId !== viewer.userId ? 'ja' : deviceLanguage())
}

const isShared = ({ card }: Viewer): boolean => card?.sharedUntil != null

/** Shows the pages in the viewer's language. */
export const showViewerLanguage = async (viewer: Viewer): Promise<void> => {
  if (isChosenHere) {
    isChosenHere = false
    chooserId = viewer.userId
  } else if (chooserId !== viewer.userId) chooserId = undefined
  // The next who signs in on this device, perhaps after the session's end, reads the same, unless several people use it.
  if (viewer.roleKey === 'User' && viewer.language !== null && !isShared(viewer)) localStorage.setItem(languageKey, viewer.language)
  await showLanguage(languageOfViewer(viewer))
}

/** Chooses the viewer's own language: it is shown at once, and sent as soon as the server is reached. */
export const chooseOwnLanguage = async (viewer: Viewer, chosen: Language): Promise<void> => {
  localStorage.setItem(unsentKey, `${String(viewer.userId)} ${chosen}`)
  if (!isShared(viewer)) localStorage.setItem(languageKey, chosen)
  await showLanguage(chosen)
  await sendOwnLanguage(viewer)
}

/**
 * Sends a choice that the server does not know: one made without a network, or on the sign-in screen by somebody whose record says
 * nothing. Without a connection it is sent the next time.
 */
export const sendOwnLanguage = async (viewer: Viewer): Promise<void> => {
  if (viewer.roleKey !== 'User') return
  const unsent = unsentOf(viewer) ?? (viewer.language === null && languageOfViewer(viewer) !== 'ja' ? languageOfViewer(viewer) : undefined)
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
