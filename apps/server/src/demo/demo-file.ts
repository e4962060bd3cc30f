import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scenario } from '@mimamori/simulator'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import type { FurtherKeys } from './further-senders.ts'

/** Somebody to sign in as. */
export type DemoAccount = {
  readonly username: string
  readonly password: string
  readonly role: string
  readonly fullName: string
  readonly companyName: string | null
  readonly officeName: string | null
}

/** A site of the demo, as the simulator needs it. */
export type DemoSite = OfficeKey & {
  readonly name: string
  /** Who handles the site's alerts. */
  readonly adminLogin: string
  readonly ingestKey: string
  readonly scenario: Scenario
}

/** What the demo left in the data folder for people, tests and the simulator's own command. */
export type DemoSeed = {
  /** `id.secret` of the first site. */
  readonly ingestKey: string
  /** `id.secret` of the site that has just begun; null where somebody deleted it. */
  readonly newSiteKey: string | null
  /** Of the first site, beside its own; null where somebody deleted it. */
  readonly furtherKeys: FurtherKeys | null
  /** Path and link of the first site's wallboard. */
  readonly wallboard: string
  /** Path and link of the page behind the first site's poster. */
  readonly poster: string
  readonly accounts: readonly DemoAccount[]
  readonly sites: readonly DemoSite[]
}

/** The content of `demo.json`. */
export type DemoNote = {
  readonly url: string
  readonly ingestKey: string
  readonly newSiteKey?: string | null
  readonly furtherKeys?: FurtherKeys | null
  readonly wallboard: string
  readonly poster?: string
  readonly accounts: readonly DemoAccount[]
  readonly sites: readonly (Omit<DemoSite, 'scenario'> & { readonly scenarioFile: string })[]
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo.json')

// The file holds secrets, and a reader must never find half of it.
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** What an earlier start of the demo wrote; undefined where there was none. */
export const readDemoFile = async (dataDir: string): Promise<DemoNote | undefined> => {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as DemoNote)
}

/** Writes the demo's address, keys and accounts to `demo.json`, and each site's scenario to a file of its own. */
export const writeDemoFile = async (
  dataDir: string,
  url: string,
  { ingestKey, newSiteKey, furtherKeys, wallboard, poster, accounts, sites }: DemoSeed,
): Promise<void> => {
  await mkdir(join(dataDir, 'demo'), { recursive: true })
  const noted: DemoNote['sites'][number][] = []
  for (const [index, { scenario, ...site }] of sites.entries()) {
    const scenarioFile = join('demo', `site-${index + 1}.json`)
    await writeWhole(join(dataDir, scenarioFile), `${JSON.stringify(scenario, null, 2)}\n`)
    noted.push({ ...site, scenarioFile })
  }
  const note: DemoNote = { url, ingestKey, newSiteKey, furtherKeys, wallboard, poster, accounts, sites: noted }
  await writeWhole(fileOf(dataDir), `${JSON.stringify(note, null, 2)}\n`)
}
