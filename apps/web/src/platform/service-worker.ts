const file = '/service-worker.js'

/** Browsers have service workers over HTTPS and on their own machine only. */
export const hasWorkers = (): boolean => 'serviceWorker' in navigator

/** Registers the worker that shows notices, and answers where no server does. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(file, { updateViaCache: 'none' })

/** The same as the console opens, where the browser lets it; it works without one. */
export const registerWorkerIfAble = (): void => {
  if (hasWorkers()) registerWorker().catch(() => undefined)
}

/** Registers the worker that opens the page behind a poster without a network, in a browser that has opened it before. */
export const registerReportPageWorker = (): void => {
  // Where a browser refuses it the page works, but not without a network.
  if (hasWorkers())
    navigator.serviceWorker.register('/site-report-worker.js', { scope: '/site-report', updateViaCache: 'none' }).catch(() => undefined)
}
