// What both sides know of the page of early dangers: the script that draws it, and the console that takes its place.

declare global {
  /** Resolves when the early dangers can be read, or are not shown; undefined where nothing was asked ahead. */
  var earlyDangers: Promise<void> | undefined
  /** True once the console shows what it has itself. */
  var isEarlyPageOver: boolean | undefined
}

const id = 'early-dangers'

/** Before that the console may be there as soon, and nothing flickers. */
export const slowFromMs = 1_000
/** Longer than that the console waits for no answer that only the early dangers need. */
const longestWaitMs = 2_000

/** The dangers shown before the console's code has come; null where there are none, and once the console has shown its own. */
const shownEarly = (): HTMLElement | null => document.getElementById(id)

/** Notes that somebody wants to answer an alert, which the console does. */
export const wantAnswer = (alertId: number): void => {
  const page = shownEarly()
  if (page !== null) page.dataset['wanted'] = String(alertId)
}

/** The alert that somebody wants to answer; undefined where nobody pressed anything. */
export const wantedAnswer = (): number | undefined => {
  const wanted = shownEarly()?.dataset['wanted']
  return wanted === undefined ? undefined : Number(wanted)
}

// What the console draws beneath is not reached before it is seen.
const consoleRoot = () => document.getElementById('root')

/** Shows a page above everything until the console has its own. */
export const showEarlyPage = (page: HTMLElement): void => {
  page.id = id
  document.body.append(page)
  consoleRoot()?.setAttribute('inert', '')
}

/**
 * Resolves once the early dangers are painted, where the page has been on its way for long: what the console draws then keeps a phone
 * busy for a second.
 */
export const whenEarlyShown = async (): Promise<void> => {
  const { earlyDangers } = globalThis
  if (earlyDangers === undefined || performance.now() < slowFromMs) return
  await Promise.race([earlyDangers, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}

/**
 * Takes the early dangers off the screen for good.
 * @returns the alert that somebody wanted to answer there
 */
export const removeEarlyPage = (): number | undefined => {
  const wanted = wantedAnswer()
  globalThis.isEarlyPageOver = true
  shownEarly()?.remove()
  consoleRoot()?.removeAttribute('inert')
  return wanted
}

/** The same; what somebody wanted to answer there the console opens by its address, as it does for a tapped notice. */
export const leaveEarlyPage = (): void => {
  const wanted = removeEarlyPage()
  if (wanted !== undefined) history.replaceState(null, '', `#alert-${wanted}`)
}

/** Whether the page of early dangers comes too late. */
export const isEarlyOver = (): boolean => globalThis.isEarlyPageOver === true
