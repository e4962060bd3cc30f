import type { Mosquitto } from '../../../apps/server/test/durability/mosquitto.ts'
import type { OwnDatabase } from '../../../apps/server/test/durability/own-database.ts'
import { eventually, postmasterOf, type Product } from '../../../apps/server/test/durability/product.ts'
import { fillDisk } from '../small-disk.ts'
import type { Build } from './builds.ts'
import { type Disturbance, type DisturbanceKind, disturbances, hoursOf } from './plan.ts'
import type { PressedTime } from './pressed-time.ts'
import type { WeekSenders } from './senders.ts'

/** A mail server that can be away. */
export type MailServer = { readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

export type Disturbed = {
  readonly product: Product
  readonly database: OwnDatabase
  /** Where the database is, and whether that is a disk that may be filled. */
  readonly disk: { readonly path: string; readonly isSmall: boolean }
  readonly broker: Mosquitto
  readonly mail: MailServer
  readonly senders: WeekSenders
  readonly time: PressedTime
  /** What the upgrades start, in order. */
  readonly builds: Build[]
}

export type Done = Disturbance & { readonly recoveredSeconds: number; readonly note: string }

const killDatabase = ({ disk }: Disturbed) => process.kill(postmasterOf(disk.path), 'SIGKILL')

/** What each disturbance does; it answers what else is to be known of it. */
const acts: Readonly<Record<DisturbanceKind, (around: Disturbed, minutes: number) => Promise<string | undefined | void>>> = {
  'kill of the server': async ({ product }) => product.kill(),
  'kill of the database': async (around) => void killDatabase(around),
  'kill of both': async (around) => {
    around.product.kill()
    killDatabase(around)
  },
  'orderly restart': ({ product }) => product.restart(),
  upgrade: async ({ product, builds }) => {
    const build = builds.shift()
    await product.restart(build?.root)
    await product.ready(180_000)
    return `to ${build?.name ?? 'the same build'}`
  },
  'database stopped': async ({ database, time }, minutes) => {
    await database.stop()
    await time.minutes(minutes)
    await database.start()
  },
  'database halted': async ({ database, time }, minutes) => {
    database.freeze()
    await time.minutes(minutes)
    database.thaw()
  },
  'disk full': async ({ disk, time }, minutes) => {
    if (!disk.isSmall) return 'left out: this user may not mount a disk'
    const filler = await fillDisk(disk.path)
    await time.minutes(minutes)
    await filler.empty()
  },
  'broker away': async ({ broker, time }, minutes) => {
    await broker.stop()
    await time.minutes(minutes)
    await broker.start()
  },
  'mail server away': async ({ mail, time }, minutes) => {
    await mail.stop()
    await time.minutes(minutes)
    await mail.start()
  },
}

/** Does all disturbances of the week at their times, and answers how long after each the next readings were acknowledged. */
export const disturbWeek = async (around: Disturbed): Promise<Done[]> => {
  const { time, senders, product } = around
  const done: Done[] = []
  for (const disturbance of disturbances) {
    await time.untilHours(hoursOf(disturbance))
    const note = (await acts[disturbance.kind](around, disturbance.minutes)) ?? ''
    const ended = performance.now()
    const before = senders.acknowledged
    await product.ready(180_000)
    await eventually(async () => senders.acknowledged > before, 'readings are acknowledged again', 180_000)
    const recoveredSeconds = (performance.now() - ended) / 1_000
    done.push({ ...disturbance, recoveredSeconds, note })
    console.error(
      `day ${disturbance.day + 1}, ${disturbance.hour}:00: ${disturbance.kind} ${note}; acknowledged again after ${recoveredSeconds.toFixed(1)} s, ${senders.acknowledged} readings so far`,
    )
  }
  return done
}
