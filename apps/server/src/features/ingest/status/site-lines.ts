/** What is counted of a site's sender. */
type Line = { readonly officeId: number; readonly keyId: string; lastAt: number; readings: number }

/**
 * Lines by what they have in common, so many of each site. Where a site has no more room, the line that was added to longest ago makes
 * room, of the sender that has most: one that makes names up does not push the others out.
 */
export class SiteLines<Entry extends Line> {
  readonly #keyOf: (line: Entry) => string
  readonly #mostOfSite: number
  readonly #most: number
  #sites = new Map<number, Map<string, Map<string, Entry>>>()
  #size = 0

  /** @param most lines of all sites together */
  constructor(keyOf: (line: Entry) => string, mostOfSite: number, most: number) {
    this.#keyOf = keyOf
    this.#mostOfSite = mostOfSite
    this.#most = most
  }

  /** The line that is alike, else this one itself; undefined where all sites together have no room for it. */
  take(line: Entry): Entry | undefined {
    const { officeId, keyId } = line
    const site = this.#sites.get(officeId) ?? new Map<string, Map<string, Entry>>()
    const own = site.get(keyId) ?? new Map<string, Entry>()
    const key = this.#keyOf(line)
    const known = own.get(key)
    if (known !== undefined) own.delete(key)
    else if (this.#sizeOf(site) >= this.#mostOfSite) this.#makeRoom(site, own)
    else if (this.#size >= this.#most) return undefined
    else this.#size++
    this.#sites.set(officeId, site)
    site.set(keyId, own)
    own.set(key, known ?? line)
    return known ?? line
  }

  /** All lines, which are forgotten. */
  clear(): Entry[] {
    const all = [...this.#sites.values()].flatMap((site) => [...site.values()].flatMap((own) => [...own.values()]))
    this.#sites = new Map()
    this.#size = 0
    return all
  }

  #sizeOf(site: Map<string, Map<string, Entry>>): number {
    let size = 0
    for (const own of site.values()) size += own.size
    return size
  }

  #makeRoom(site: Map<string, Map<string, Entry>>, own: Map<string, Entry>): void {
    let fullest = own
    for (const other of site.values()) if (other.size > fullest.size) fullest = other
    for (const key of fullest.keys()) {
      fullest.delete(key)
      return
    }
  }
}
