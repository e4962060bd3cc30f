import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { message } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFreeSpace } from './free-space.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-space-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const spaceOf = (given: object) =>
  createFreeSpace({ dataDir, databaseUrl: undefined, filesUrl: undefined, diskFloorMegabytes: 1, ...given })
const usesOf = async (given: object) => (await spaceOf(given).read()).map(({ use }) => use)

test('one disk is said once, in megabytes that anybody but root may take', async () => {
  const { bavail, bsize } = await statfs(dataDir)
  const [disk, ...others] = await spaceOf({}).read()
  expect([disk?.use, others]).toEqual(['data', []])
  // Others write to it meanwhile.
  expect(Math.abs((disk?.freeMegabytes ?? 0) - (bavail * bsize) / 2 ** 20)).toBeLessThan(5_000)
})

test('what lies elsewhere is none of ours', async () => {
  const databaseUrl = 'postgres://u:p@elsewhere/m'
  expect(await usesOf({ databaseUrl })).toEqual(['files'])
  expect(await usesOf({ databaseUrl, filesUrl: pathToFileURL(join(dataDir, 'not', 'there', 'yet')).href })).toEqual(['files'])
  expect(await usesOf({ filesUrl: 's3://bucket' })).toEqual(['data'])
  expect(await usesOf({ databaseUrl, filesUrl: 's3://bucket' })).toEqual(['work'])
  await expect(
    spaceOf({ databaseUrl, filesUrl: 's3://bucket', diskFloorMegabytes: 10_000_000 }).refuseBelowFloor(),
  ).resolves.toBeUndefined()
})

test('the disks of backups and of what is made meanwhile are measured, and refuse nothing', async () => {
  const elsewhere = { databaseUrl: 'postgres://u:p@elsewhere/m', filesUrl: 's3://bucket' }
  // A disk of its own on every Linux.
  const backup = { place: '/dev/shm' }
  expect(await usesOf({ ...elsewhere, backup })).toEqual(['work', 'backups'])
  expect(await usesOf({ backup: { place: pathToFileURL(dataDir).href } })).toEqual(['data'])
  expect(await usesOf({ backup: { place: 's3://bucket/backups' } })).toEqual(['data'])
  expect(await spaceOf({ ...elsewhere, backup, diskFloorMegabytes: 1_000_000_000 }).isBelowFloor()).toBe(false)
})

test('below the floor what is large is refused in words; a floor of nothing refuses nothing', async () => {
  const space = spaceOf({ diskFloorMegabytes: 1_000_000_000 })
  expect(await space.isBelowFloor()).toBe(true)
  await expect(space.refuseBelowFloor()).rejects.toMatchObject({ status: 507, body: [message('diskLow')] })
  await expect(spaceOf({ diskFloorMegabytes: 0 }).refuseBelowFloor()).resolves.toBeUndefined()
})
