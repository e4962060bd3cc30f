import { chmod, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { runProgram } from '@mimamori/embedded-postgres/run-program'

export type SmallDisk = { readonly path: string; readonly unmount: () => Promise<void> }

/** Makes an ext4 file system of so many megabytes in a file and mounts it. Undefined where this user may not. */
export const mountSmallDisk = async (folder: string, megabytes: number): Promise<SmallDisk | undefined> => {
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')]
  await mkdir(path)
  for (const [program, args] of [
    ['truncate', ['-s', `${megabytes}M`, image]],
    // Without the blocks reserved for root: the product has to meet the end of the disk, no matter which user runs it.
    ['mkfs.ext4', ['-q', '-F', '-m', '0', image]],
    ['mount', ['-o', 'loop', image, path]],
  ] as const) {
    const { code, stderr } = await runProgram(program, args)
    if (code === 0) continue
    console.error(`${program}: ${stderr.trim()}`)
    return undefined
  }
  await chmod(path, 0o755)
  return { path, unmount: async () => void (await runProgram('umount', ['-l', path])) }
}

/** Fills a disk to its last block, and takes what is freed meanwhile too, until it is emptied. */
export const fillDisk = async (path: string): Promise<{ readonly empty: () => Promise<void> }> => {
  const [name, reserved] = [join(path, 'filler'), join(path, 'reserved')]
  // Most of a larger disk is taken without being written.
  const { bavail, bsize } = await statfs(path)
  const most = bavail * bsize - 32_000_000
  if (most > 0) await runProgram('fallocate', ['-l', String(most), reserved])
  const file = await open(name, 'w')
  const takeAll = async () => {
    for (const bytes of [1_000_000, 4_096])
      for (;;) {
        const isFull = await file.write(Buffer.alloc(bytes, 1)).then(
          () => false,
          () => true,
        )
        if (isFull) break
      }
    await file.sync().catch(() => undefined)
  }
  await takeAll()
  let isOver = false
  const again = (async () => {
    while (!isOver) {
      await after(200)
      await takeAll()
    }
  })()
  return {
    empty: async () => {
      isOver = true
      await again
      await file.close()
      await rm(name)
      await rm(reserved, { force: true })
    },
  }
}
