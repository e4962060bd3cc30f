import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackupPlace } from './backup-place.ts'
import { createFolderPlace } from './folder-place.ts'

/** The folder that a setting names; undefined where it is a bucket. */
export const folderOfPlace = (text: string): string | undefined =>
  text.startsWith('s3:') ? undefined : text.startsWith('file:') ? fileURLToPath(text) : resolve(text)

/**
 * Opens the place that a setting or a command names.
 * @param text `/path`, `file:///path` or `s3://bucket/prefix`
 */
export const openBackupPlace = async (text: string): Promise<BackupPlace> => {
  const folder = folderOfPlace(text)
  if (folder !== undefined) return createFolderPlace(folder)
  // Its client takes a moment to load, and most installations do without.
  const { createS3Place } = await import('./s3-place.ts')
  return createS3Place(text)
}

/** The place of one backup and its name there. @param text as `openBackupPlace`, with the name at its end */
export const openBackup = async (text: string): Promise<{ readonly place: BackupPlace; readonly name: string }> => {
  if (!text.startsWith('s3:') && !text.startsWith('file:'))
    return { place: await openBackupPlace(dirname(resolve(text))), name: basename(text) }
  const at = text.lastIndexOf('/')
  return { place: await openBackupPlace(text.slice(0, at)), name: text.slice(at + 1) }
}
