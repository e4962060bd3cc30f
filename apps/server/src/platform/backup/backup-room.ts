import { realpath, statfs } from 'node:fs/promises'
import type { Settings } from '../config/config.ts'
import { createFreeSpace, isOnDiskOf } from '../files/free-space.ts'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { BackupError } from './format.ts'

export type DiskSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'filesUrl' | 'diskFloorMegabytes'>

/**
 * Prevents a backup from filling the disk on which the embedded database writes its readings. A backup on any other disk, or
 * of a database elsewhere, may fill it.
 * @param folder where it is written
 * @returns what throws BackupError below the floor of free space
 */
export const backupRoom = async (folder: string, settings: DiskSettings): Promise<() => Promise<void>> => {
  const isBesideDatabase = settings.databaseUrl === undefined && (await isOnDiskOf(folder, homePlace(settings.dataDir)))
  const space = createFreeSpace(settings)
  return async () => {
    if (!isBesideDatabase || !(await space.isBelowFloor())) return
    throw new BackupError(
      `ディスクの空きが ${space.floorMegabytes} MB を下回るため、ここにはバックアップを作成できません。別のディスクを指定してください。`,
      `Less than ${space.floorMegabytes} MB of the database's disk would be free: write the backup to another disk.`,
    )
  }
}

/**
 * Prevents the check of a backup from filling the disk where its database is.
 * @param folder of that database; as root it may be kept elsewhere
 * @returns what throws BackupError below the floor of free megabytes
 */
export const roomIn = (folder: string, floorMegabytes: number) => async (): Promise<void> => {
  const { bavail, bsize } = await statfs(await realpath(homePlace(folder)).catch(() => folder))
  if (bavail * bsize >= floorMegabytes * 2 ** 20) return
  throw new BackupError(
    `ディスクの空きが ${floorMegabytes} MB を下回るため、バックアップを確かめられません (${folder})。`,
    `Less than ${floorMegabytes} MB would be free in ${folder}: the backup cannot be checked there.`,
  )
}
