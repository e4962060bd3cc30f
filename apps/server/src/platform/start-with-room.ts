import { setTimeout as after } from 'node:timers/promises'
import type { Settings } from './config/config.ts'
import { createFreeSpace } from './files/free-space.ts'
import { describeStartFailure } from './start-failure.ts'

/** Four pieces of the log of the embedded database: what it needs to recover. */
const neededMegabytes = 64
const againMs = 5_000

export type StartWithRoomOptions = {
  /** Prints a line for the operator. */
  readonly print: (line: string) => void
  readonly neededMegabytes?: number
  readonly againMs?: number
}

/**
 * Starts what needs room on the disk. Where it fails while there is none it is tried again until there is: anyone who
 * restarts programs that end gives up after some tries, and the product would stay away once there is room.
 * @throws the error because of which it does not start while the disk has room
 */
export const startWithRoom = async <Started>(
  settings: Settings,
  start: () => Promise<Started>,
  options: StartWithRoomOptions,
): Promise<Started> => {
  const { print } = options
  const space = createFreeSpace({ ...settings, diskFloorMegabytes: options.neededMegabytes ?? neededMegabytes })
  let isPrinted = false
  for (;;) {
    // There may be room again by the time that the start has failed for want of it.
    const wasFull = await space.isBelowFloor()
    try {
      return await start()
    } catch (error) {
      if (!wasFull && !(await space.isBelowFloor())) throw error
      if (!isPrinted) print(`${describeStartFailure(error)} ディスクの空きがほとんどありません。空きができると、自動で始めます。`)
      isPrinted = true
      await after(options.againMs ?? againMs)
    }
  }
}
