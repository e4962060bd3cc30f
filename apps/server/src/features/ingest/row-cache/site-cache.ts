import type { HeatLayer } from '@mimamori/heat'
import type { DeviceJudge } from '../model.ts'
import { LatestEntries } from './latest-entries.ts'

/** What readings at an office are judged by, with the version of the office's row. */
export type CachedSite = {
  readonly officeId: number
  readonly version: string
  readonly station: string | null
  readonly layer: HeatLayer
}

/** The judge's settings in force at some offices of a company, with the versions of the rows that they were made from. */
export type CachedSettings = {
  readonly companyId: number
  readonly officeIds: readonly number[]
  readonly versions: string
  /** By the office's number, as `settingsKeysOf` writes them. */
  readonly keys: ReadonlyMap<number, string>
}

/** The state of a watcher or a barometer as it is stored, with the version of its row. */
export type CachedState = { readonly version: string; readonly judge: DeviceJudge | null }

/** The states of the watchers and barometers of an office, by their numbers. */
export type CachedSources = { readonly officeId: number; readonly states: ReadonlyMap<number, CachedState> }

/** Of each office; a device's state holds the values of half an hour. */
const mostSources = 500
/** Of each set of offices; one has a text for each of its offices, and batches of a company of many sites name ever other sets. */
const mostSettings = 200

const nameOf = ({ companyId, officeIds }: Pick<CachedSettings, 'companyId' | 'officeIds'>): string => `${companyId}/${officeIds.join()}`

/** What this process read last of sites: what their readings are judged by, and the values of their watchers and barometers. */
export class SiteCache {
  readonly #sites = new LatestEntries<number, CachedSite>(({ officeId }) => officeId)
  readonly #settings = new LatestEntries<string, CachedSettings>(nameOf, mostSettings)
  readonly #sources = new LatestEntries<number, CachedSources>(({ officeId }) => officeId, mostSources)

  find(officeId: number): CachedSite | undefined {
    return this.#sites.get(officeId)
  }

  set(sites: readonly CachedSite[]): void {
    this.#sites.set(sites)
  }

  delete(officeId: number): void {
    this.#sites.delete(officeId)
  }

  /** The settings at these offices, in that order, where they were made from rows of these versions. */
  findSettings(companyId: number, officeIds: readonly number[], versions: string): CachedSettings['keys'] | undefined {
    const cached = this.#settings.get(nameOf({ companyId, officeIds }))
    return cached?.versions === versions ? cached.keys : undefined
  }

  setSettings(settings: CachedSettings): void {
    this.#settings.set([settings])
  }

  deleteSettings(companyId: number, officeIds: readonly number[]): void {
    this.#settings.delete(nameOf({ companyId, officeIds }))
  }

  findSources(officeId: number): CachedSources['states'] | undefined {
    return this.#sources.get(officeId)?.states
  }

  setSources(sources: CachedSources): void {
    this.#sources.set([sources])
  }
}
