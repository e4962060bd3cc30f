import type { AnswerOf, BodyIn } from '@mimamori/contract/endpoint'
import type { siteReport } from '@mimamori/contract/site-report'

/** A poster's link, as the page's address has it behind its #: `<id>.<secret>`. */
export type PosterLink = string

export type Site = AnswerOf<typeof siteReport.site>
export type Receipt = AnswerOf<typeof siteReport.receipt>
export type Draft = BodyIn<typeof siteReport.send>

/** `ended`: the link was revoked, or is none. `refused`: the server will never take this. `away`: nothing was reached, or it is busy. */
export type Failure = 'ended' | 'refused' | 'away'
export type Answer<T> = { readonly kind: 'answered'; readonly value: T } | { readonly kind: Failure }

const patienceMs = 15_000

/** The page has no session, and loads nothing of the console: so it calls by itself. The link is in a header, never in an address. */
const ask = async <T>(
  path: string,
  link: PosterLink,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<T>> => {
  try {
    const response = await fetch(`${import.meta.env.VITE_API_BASE ?? ''}/api/SiteReport${path}`, {
      ...init,
      headers: { ...headers, 'X-Poster-Secret': link },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.ok) return { kind: 'answered', value: (await response.json()) as T }
    if (response.status === 401) return { kind: 'ended' }
    return { kind: response.status < 500 && response.status !== 429 ? 'refused' : 'away' }
  } catch {
    // No network, no answer in time, or half of one: whichever it is, it is tried again.
    return { kind: 'away' }
  }
}

/** What the page shows of the site. */
export const readSite = (link: PosterLink): Promise<Answer<Site>> => ask('', link)

/** What has become of a report. */
export const readReceipt = (link: PosterLink, receipt: string): Promise<Answer<Receipt>> => ask(`/${encodeURIComponent(receipt)}`, link)

/** Sends a report; with the same key it is the same report, however often it is sent. */
export const sendReport = (link: PosterLink, draft: Draft, key: string): Promise<Answer<{ readonly receipt: string }>> =>
  ask('', link, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(draft),
  })

/** The link in a page's address; undefined where it has none. */
export const linkIn = (hash: string): PosterLink | undefined => /^#([^.\s]+\.[^.\s]+)$/.exec(hash)?.[1]
