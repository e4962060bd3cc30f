/** No more often than this, so that two servers of different builds behind one address do not make a page flicker. */
const atMostEveryMs = 10 * 60_000
const key = 'wallboard-reloaded'

/** The build that this page was started by; null where it was not built. */
const ownBuild = (): string | null =>
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src')?.replace('/assets/', '') ?? null

/** True where the server hands out another build than the page's, and it is time to take it. */
export const isDue = (own: string | null, served: string | null, reloadedAt: number, now: number): boolean =>
  own !== null && served !== null && own !== served && now - reloadedAt >= atMostEveryMs

/**
 * Reloads the page where the server has another build of it. The start page is asked for first: a reload while the
 * network is away would leave the browser's own page on the wall, which never comes back by itself.
 */
export const takeNewBuild = async (served: string | null): Promise<void> => {
  const reloadedAt = Number(sessionStorage.getItem(key) ?? 0)
  if (!isDue(ownBuild(), served, reloadedAt, Date.now())) return
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok !== true || !(await answer.text()).includes(`/assets/${served}`)) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
