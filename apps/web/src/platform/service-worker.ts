import { ownEntry } from './new-build.ts'

const file = '/service-worker.js'

/** Browsers have service workers over HTTPS and on their own machine only. */
export const hasWorkers = (): boolean => 'serviceWorker' in navigator

/** Registers the worker that shows notices, opens the console from what it stored, and answers where no server does. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(file, { updateViaCache: 'none' })

/** What the page shows comes first on a slow network. */
const onceLoaded = (work: () => void): void =>
  document.readyState === 'complete' ? work() : addEventListener('load', work, { once: true })

/** The same as the console opens, where the browser lets it; it works without one. */
export const registerWorkerIfAble = (): void => {
  if (hasWorkers()) onceLoaded(() => void registerWorker().catch(() => undefined))
}

/** Registers the worker that opens the page behind a poster without a network, in a browser that has opened it before. */
export const registerReportPageWorker = (): void => {
  // Where a browser refuses it the page works, but not without a network.
  if (hasWorkers())
    navigator.serviceWorker.register('/site-report-worker.js', { scope: '/site-report', updateViaCache: 'none' }).catch(() => undefined)
}

const pathOf = (url: string) => new URL(url, location.origin).pathname

/**
 * Has the worker store the start page and the files that this page has used, so that the next opening fetches nothing but what is
 * measured. Does nothing where there is no worker.
 */
export const keepShell = async (): Promise<void> => {
  if (!hasWorkers()) return
  const entry = ownEntry()
  const { active } = await navigator.serviceWorker.ready
  if (entry === undefined) return
  const paths = performance.getEntriesByType('resource').map(({ name }) => pathOf(name))
  // With nothing handed over, so that the linter does not take it for a message to a window, which may be of another origin.
  active?.postMessage({ kind: 'keep', entry, paths }, [])
}

let isOpening = true

/** The page has shown a screen: what fails from now on is said in it. */
export const noteOpened = (): void => void (isOpening = false)

const patienceMs = 1_000

/** Asks the worker for a page of its own for where no server answers. False where it had stored none, or does not say so. */
const forgetStoredPage = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    setTimeout(() => resolve(false), patienceMs)
    worker.postMessage({ kind: 'noServer' }, [port2])
  })

/**
 * Opens this address again from the server where the worker had opened it, and no server answered what it asked first; the worker
 * then answers with the telephone numbers. Once only: a page that the server sent says itself what is wrong.
 */
export const openFromServer = async (): Promise<void> => {
  const worker = hasWorkers() ? navigator.serviceWorker.controller : null
  if (!isOpening || worker === null || !(await forgetStoredPage(worker))) return
  location.reload()
  // Nothing is shown of what fails meanwhile.
  await new Promise(() => undefined)
}
