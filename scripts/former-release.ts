import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A release, and where it is in the repository. */
type FormerRelease = {
  readonly version: string
  /** All 40 digits: a clone without its history can only be given whole names. */
  readonly commit: string
  readonly lastMigration: string
}

/**
 * The release that may run beside the next one during an update. What comes after its last migration leaves it working
 * (decisions/0160). `npm run keep-release` writes it.
 */
export const formerRelease = JSON.parse(readFileSync(join(import.meta.dirname, 'former-release.json'), 'utf8')) as FormerRelease
