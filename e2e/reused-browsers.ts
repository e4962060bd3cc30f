import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Browsers that tests hand on to each other. */
export type ReusedBrowsers = {
  /** One that nobody uses, whose single page waits at that address. */
  readonly take: (url: string) => Promise<BrowserContext>
  /** What was open in it ends here: it would continue asking, drawing and listening while others are tested. */
  readonly giveBack: (browser: BrowserContext) => Promise<void>
  /** Ends those that were given back: the next one has fetched nothing of the console. */
  readonly renew: () => Promise<void>
}

const heard = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror']

const quietPlace = (url: string) => `${url}/icon.svg`

/** A page at the console's address that does nothing: the place to change what the browser stores for it. */
export const openIdlePage = async (page: Page, url: string): Promise<void> => void (await page.goto(quietPlace(url)))
export const isIdle = (page: Page, url: string): boolean => page.url() === quietPlace(url)

/**
 * Leaves of a browser only what it has fetched. What nobody can take back must not be done to it: a clock, a script or a
 * function for all of its pages.
 */
const forget = async (browser: BrowserContext, url: string): Promise<void> => {
  for (const event of heard) browser.removeAllListeners(event)
  await browser.unrouteAll()
  await browser.setOffline(false)
  const former = browser.pages()
  const page = await browser.newPage()
  await openIdlePage(page, url)
  // What is still open writes and asks until it is closed.
  await Promise.all(former.map((one) => one.close()))
  await browser.clearPermissions()
  await browser.clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/**
 * A new browser reads and compiles the whole console, for about as long as a story takes in one that has it already. So
 * tests of one worker use the same ones, each with storage, tabs and permissions of its own.
 */
export const keepBrowsers = (browser: Browser, options: Parameters<Browser['newContext']>[0]): ReusedBrowsers => {
  const urls = new Map<BrowserContext, string>()
  const free = new Set<BrowserContext>()
  const start = async (url: string) => {
    const started = await browser.newContext({ ...options, baseURL: url })
    urls.set(started, url)
    await forget(started, url)
    return started
  }
  return {
    take: async (url) => {
      const taken = [...free].find((one) => urls.get(one) === url) ?? (await start(url))
      free.delete(taken)
      return taken
    },
    giveBack: async (given) => {
      const url = urls.get(given)
      if (url === undefined) throw new Error('a browser is given back that was not taken here')
      await forget(given, url)
      free.add(given)
    },
    renew: async () => {
      const ended = [...free]
      free.clear()
      await Promise.all(ended.map((one) => one.close()))
    },
  }
}

/** The one page of a browser that was just taken. */
export const onlyPage = (browser: BrowserContext): Page => {
  const [page, ...others] = browser.pages()
  if (page === undefined || others.length > 0) throw new Error(`a browser is handed on with ${browser.pages().length} pages`)
  return page
}
