import type * as ConsoleModule from './console.tsx'

const againMs = 3_000

/** Loads the console, however often it takes: without a network there is nothing else to show, and a new build loads the page again. */
export const loadConsole = async (): Promise<typeof ConsoleModule> => {
  for (;;) {
    const loaded = await import('./console.tsx').catch(() => undefined)
    if (loaded !== undefined) return loaded
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}
