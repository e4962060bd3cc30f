import { receiptMs } from '@mimamori/contract/report-signs'
import { safeStorage } from '../platform/safe-storage.ts'
import type { Draft, PosterLink, Site } from './calls.ts'

type WrittenReport = {
  /** By which it is done once. */
  readonly key: string
  readonly link: PosterLink
  /** When it was written, epoch ms. */
  readonly writtenAt: number
}

/** A report that has not arrived. */
export type UnsentReport = WrittenReport & { readonly receipt: null; readonly draft: Draft }

/** A report that has arrived: its texts are about somebody's health, so they stay in the browser no longer. */
export type ArrivedReport = WrittenReport & { readonly receipt: string }

export type KeptReport = UnsentReport | ArrivedReport

const reportsKey = 'mimamori-site-reports'
const siteKey = 'mimamori-site-of-poster'

/** After so long nobody can act on a report that never arrived: its texts are removed. */
const unsentMs = 7 * 24 * 60 * 60_000

const read = (key: string): unknown => {
  try {
    return JSON.parse(safeStorage.get(key) ?? 'null')
  } catch {
    return null
  }
}

const write = (key: string, value: unknown) => safeStorage.set(key, JSON.stringify(value))

const isCurrent = ({ receipt, writtenAt }: KeptReport, now: number): boolean => now - writtenAt < (receipt === null ? unsentMs : receiptMs)

/** The reports of this browser, whichever poster they are of: unsent ones, and those whose receipt is still good; the latest last. */
export const keptReports = (now: number): KeptReport[] => {
  const all = (read(reportsKey) ?? []) as readonly KeptReport[]
  return all.filter((report) => isCurrent(report, now))
}

/** Stores a report, or what has become of it. */
export const keepReport = (report: KeptReport, now: number): void => {
  const others = keptReports(now).filter(({ key }) => key !== report.key)
  write(
    reportsKey,
    [...others, report].toSorted((one, other) => one.writtenAt - other.writtenAt),
  )
}

/** Removes a report of a link that has ended: it will never be taken. */
export const removeReport = (key: string, now: number): void =>
  write(
    reportsKey,
    keptReports(now).filter((report) => report.key !== key),
  )

/** Removes what is over from the browser. */
export const removeOldReports = (now: number): void => {
  if (read(reportsKey) !== null) write(reportsKey, keptReports(now))
}

/** What the page showed of a site last: its telephone is needed most where there is no network. */
export const keptSite = (link: PosterLink): Site | undefined => {
  const kept = read(siteKey) as { readonly link: PosterLink; readonly site: Site } | null
  return kept?.link === link ? kept.site : undefined
}

export const keepSite = (link: PosterLink, site: Site): void => write(siteKey, { link, site })
