/** The address of the first script, whose name is another in each build. */
export const ownEntry = (): string | undefined => {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script === null ? undefined : new URL(script.src).pathname
}

/** Whether the server has another build than this page; false where that is not known. */
const isReplaced = async (): Promise<boolean> => {
  const entry = ownEntry()
  const page = await fetch('/', { cache: 'no-cache' }).catch(() => undefined)
  return entry !== undefined && page?.ok === true && !(await page.text()).includes(entry)
}

const reloadedKey = 'reloadedForBuild'
/** Two servers behind one address may have two builds for so long. */
const restMs = 60_000

/** Loads the page again, but not in circles: what is missing of it may be of the other of two builds each time. */
const reloadOnce = () => {
  const before = Number(sessionStorage.getItem(reloadedKey))
  if (Date.now() - before < restMs) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
}

/** Loads the page again, from the server, where a part of it could not be fetched because a new build was deployed. */
export const takeNewBuilds = (): void =>
  addEventListener('vite:preloadError', () => {
    void isReplaced().then((replaced) => replaced && reloadOnce())
  })
