import type { Readable } from 'node:stream'

export type StoredBackup = { readonly name: string; readonly bytes: number }

/** Where backups are kept: a folder, or a part of a bucket. */
export type BackupPlace = {
  /** Where that is, for people. */
  readonly describe: (name: string) => string
  /** All that is there and whole, whatever it is. */
  readonly list: () => Promise<readonly StoredBackup[]>
  /**
   * Writes what the bytes are, under a name that appears once all of it is there and would survive the loss of power. One of
   * that name is replaced. Nothing of it is left when it fails.
   * @returns how many bytes that were
   */
  readonly write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>
  /** @returns undefined where there is nothing of that name */
  readonly read: (name: string) => Promise<Readable | undefined>
  readonly remove: (name: string) => Promise<void>
  /** Removes what processes that were killed left half written, of names that nobody else writes. */
  readonly removeBroken: (isOurs: (name: string) => boolean) => Promise<void>
}
