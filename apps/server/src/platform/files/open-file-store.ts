import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../config/config.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

/** The store that the settings name; a folder beside the embedded database unless they do. */
export const openFileStore = async ({ filesUrl, dataDir }: Pick<Settings, 'filesUrl' | 'dataDir'>): Promise<FileStore> => {
  if (filesUrl === undefined) return createFolderStore(join(dataDir, 'files'))
  if (filesUrl.startsWith('file:')) return createFolderStore(fileURLToPath(filesUrl))
  // Its client takes a moment to load, and most installations do without.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(filesUrl)
}
