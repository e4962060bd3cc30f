import type { Draft, PosterLink, Site } from './calls.ts'

/** A report in this browser: until it has arrived, and as long as its receipt says what has become of it. */
export type KeptReport = {
  /** By which it is done once. */
  readonly key: string
  readonly link: PosterLink
  readonly draft: Draft
  /** When it was written, epoch ms. */
  readonly writtenAt: number
  /** Null until it has arrived. */
  readonly receipt: string | null
}

const reportsKey = 'mimamori-site-reports'
const siteKey = 'mimamori-site-of-poster'
/** As long as a receipt can be read. */
const receiptMs = 2 * 60 * 60_000

const read = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

// Where a browser stores nothing, the report is still sent while the page is open.
const write = (key: string, value: unknown) => {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    memory.set(key, value)
  }
}
const memory = new Map<string, unknown>()

/** The reports of a link that have not arrived, and those whose receipt is still good; the latest last. */
export const keptReports = (link: PosterLink, now: number): KeptReport[] => {
  const all = (memory.get(reportsKey) ?? read(reportsKey) ?? []) as readonly KeptReport[]
  return all.filter((report) => report.link === link && (report.receipt === null || now - report.writtenAt < receiptMs))
}

/** Stores a report, or what has become of it. What is over is forgotten: it is about somebody's health. */
export const keepReport = (report: KeptReport, now: number): void => {
  const others = keptReports(report.link, now).filter(({ key }) => key !== report.key)
  write(reportsKey, [...others, report])
}

/** What the page showed of a site last: its telephone is needed most where there is no network. */
export const keptSite = (link: PosterLink): Site | undefined => {
  const kept = read(siteKey) as { readonly link: PosterLink; readonly site: Site } | null
  return kept?.link === link ? kept.site : undefined
}

export const keepSite = (link: PosterLink, site: Site): void => write(siteKey, { link, site })
