import { dirname } from 'node:path'
import { readDiskSettings } from '../config/config.ts'
import { createFreeSpace, isOnDiskOf } from '../files/free-space.ts'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { BackupError } from './format.ts'

/**
 * Prevents a backup from filling the disk on which the embedded database writes its readings. A backup on any other disk, or
 * of a database elsewhere, may fill it.
 * @returns what throws BackupError below the floor of free space
 */
export const backupRoom = async (file: string, environment: NodeJS.ProcessEnv = process.env): Promise<() => Promise<void>> => {
  const settings = readDiskSettings(environment)
  const isBesideDatabase = settings.databaseUrl === undefined && (await isOnDiskOf(dirname(file), homePlace(settings.dataDir)))
  const space = createFreeSpace(settings)
  return async () => {
    if (!isBesideDatabase || !(await space.isBelowFloor())) return
    throw new BackupError(
      `ディスクの空きが ${space.floorMegabytes} MB を下回るため、ここにはバックアップを作成できません。別のディスクを指定してください。`,
      `Less than ${space.floorMegabytes} MB of the database's disk would be free: write the backup to another disk.`,
    )
  }
}
