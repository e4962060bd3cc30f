import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { message } from '@mimamori/contract'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import type { Settings } from '../config/config.ts'
import { Refusal, codeOf, reasonOf } from '../errors.ts'

const cachedMs = 1_000
const watchEveryMs = 30_000
const bytesOfMegabyte = 2 ** 20

const freeBytes = new Gauge({
  name: 'mimamori_disk_free_bytes',
  help: 'Free space where the embedded database (data), the files that are kept (files), what is made meanwhile (work) and backups (backups) lie, each disk once',
  labelNames: ['use'] as const,
})

/** Where large things that people send or request would take the room of readings. */
const keptUses: readonly DiskUse[] = ['data', 'files']

/** Whether nothing large is accepted while this disk is full. */
export const isKept = <Of extends { readonly use: DiskUse }>(disk: Of): disk is Of & { readonly use: 'data' | 'files' } =>
  keptUses.includes(disk.use)

/** 507: a file cannot be accepted, because the disk has no room for it. */
export const diskFull = () => new Refusal(507, [message('diskLow')])

/**
 * What lies on a disk of this machine: the embedded database, the files that people have kept, what is made meanwhile in DATA_DIR, or
 * backups by schedule. The first of them counts for a disk.
 */
export type DiskUse = 'data' | 'files' | 'work' | 'backups'

type Place = { readonly use: DiskUse; readonly folder: string }

export type FreeSpaceOf = { readonly use: DiskUse; readonly freeMegabytes: number }

export type FreeSpace = {
  /** Below so many free megabytes nothing large is accepted any more. */
  readonly floorMegabytes: number
  /** What is free on the disks of this machine, each once. */
  readonly read: () => Promise<readonly FreeSpaceOf[]>
  readonly isBelowFloor: () => Promise<boolean>
  /** @throws Refusal 507 below the floor */
  readonly refuseBelowFloor: () => Promise<void>
}

type Placed = Pick<Settings, 'dataDir' | 'databaseUrl' | 'filesUrl'> & Partial<Pick<Settings, 'backup'>>

const placesOf = ({ dataDir, databaseUrl, filesUrl, backup }: Placed): Place[] => {
  const places: Place[] = []
  if (databaseUrl === undefined) places.push({ use: 'data', folder: join(dataDir, 'postgres') })
  if (filesUrl === undefined) places.push({ use: 'files', folder: join(dataDir, 'files') })
  else if (filesUrl.startsWith('file:')) places.push({ use: 'files', folder: fileURLToPath(filesUrl) })
  places.push({ use: 'work', folder: dataDir })
  const backups = backup?.place
  if (backups !== undefined && !backups.startsWith('s3:'))
    places.push({ use: 'backups', folder: backups.startsWith('file:') ? fileURLToPath(backups) : backups })
  return places
}

/** The folder, or the nearest above it that is there: one for files is made with the first of them. */
const deviceOf = async (folder: string): Promise<{ readonly path: string; readonly device: number }> => {
  try {
    return { path: folder, device: (await stat(folder)).dev }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return deviceOf(dirname(folder))
  }
}

const measure = async (places: readonly Place[]): Promise<FreeSpaceOf[]> => {
  const seen = new Set<number>()
  const free: FreeSpaceOf[] = []
  for (const { use, folder } of places) {
    const { path, device } = await deviceOf(folder)
    if (seen.has(device)) continue
    seen.add(device)
    // What root alone may still take is of no use to the database, which never runs as root.
    const { bavail, bsize } = await statfs(path)
    freeBytes.set({ use }, bavail * bsize)
    free.push({ use, freeMegabytes: Math.floor((bavail * bsize) / bytesOfMegabyte) })
  }
  return free
}

/** True where two paths lie on one disk; each may be missing yet. */
export const isOnDiskOf = async (path: string, other: string): Promise<boolean> =>
  (await deviceOf(path)).device === (await deviceOf(other)).device

/**
 * Free space on the disks of this machine, as of at most a second ago. The disk of a database elsewhere and the room in S3 cannot be seen
 * from here.
 */
export const createFreeSpace = (settings: Placed & Pick<Settings, 'diskFloorMegabytes'>): FreeSpace => {
  const places = placesOf(settings)
  const floorMegabytes = settings.diskFloorMegabytes
  let last: { readonly until: number; readonly free: Promise<FreeSpaceOf[]> } | undefined

  const read = (): Promise<readonly FreeSpaceOf[]> => {
    const now = performance.now()
    if (last === undefined || last.until < now) last = { until: now + cachedMs, free: measure(places) }
    return last.free
  }
  const isBelowFloor = async () => (await read()).some((disk) => isKept(disk) && disk.freeMegabytes < floorMegabytes)
  return {
    floorMegabytes,
    read,
    isBelowFloor,
    refuseBelowFloor: async () => {
      if (await isBelowFloor()) throw diskFull()
    },
  }
}

/** Logs when free space falls below the floor and when it is back. @returns what ends it */
export const watchFreeSpace = (space: FreeSpace, log: Logger): (() => Promise<void>) => {
  let wasBelow = false
  const look = async (): Promise<void> => {
    const isBelow = await space.isBelowFloor()
    const state = { free: await space.read(), floorMegabytes: space.floorMegabytes }
    if (isBelow && !wasBelow) log.error(state, 'the disk is nearly full: uploads, imports and report files are refused, readings go on')
    if (!isBelow && wasBelow) log.info(state, 'the disk has room again')
    wasBelow = isBelow
  }
  const looked = () => void look().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'free space is not known'))
  const timer = setInterval(looked, watchEveryMs)
  timer.unref()
  looked()
  return async () => clearInterval(timer)
}
