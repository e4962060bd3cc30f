import type { Context } from '../../platform/context.ts'
import { readClockAhead } from '../../platform/database/clock-ahead.ts'
import { reasonOf } from '../../platform/errors.ts'
import { type AlarmWatch, createAlarmWatch } from './alarm-watch.ts'
import { inTime } from './in-time.ts'
import { createOwnFacts } from './own-facts.ts'
import { type BrokerFacts, noteStopped, ownProcess, reportProcess } from './processes.ts'
import { createAlarmTeller } from './tell-alarms.ts'
import { reportEveryMs } from './thresholds.ts'

/** What a process knows of itself and of whether alarms reach people. */
export type OperationWatch = Pick<AlarmWatch, 'look' | 'aheadMs' | 'areAlarmsHeldUp'>

/**
 * Reports this process to the others, watches whether alarms reach people, and notifies service administrators at once where they
 * cannot. Every process does so, whatever its roles: where those that do jobs are gone, another one notices.
 * @param patienceMs how long the database is waited for
 */
export const startOperationWatch = (
  context: Context,
  broker: () => BrokerFacts | null,
  everyMs: number = reportEveryMs,
  patienceMs?: number,
): OperationWatch & { readonly stop: () => Promise<void> } => {
  const { db, log } = context
  const own = ownProcess(context)
  const readFacts = createOwnFacts(context, broker)
  const alarms = createAlarmWatch(context, patienceMs)
  const teller = createAlarmTeller(context, alarms.aheadMs, patienceMs)
  let isStopping = false
  let wasHeldUp = false
  let timer: NodeJS.Timeout | undefined

  const write = inTime(async () => {
    const aheadMs = await readClockAhead(db)
    await reportProcess(context, own, aheadMs, await readFacts())
    alarms.noteWritten(aheadMs)
    return true
  }, patienceMs)
  const stopped = inTime(() => noteStopped(context, own), patienceMs)

  /** @returns whether the database took it, and in time */
  const report = async (): Promise<boolean> => {
    try {
      return (await write()) ?? false
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'this process could not report itself')
      return false
    }
  }

  const look = async (): Promise<void> => {
    const canWrite = await report()
    const verdict = await alarms.look()
    const isHeldUp = verdict.heldUpSince !== null
    if (isHeldUp && !wasHeldUp) log.error({ reasons: verdict.reasons }, 'alarms reach nobody')
    if (!isHeldUp && wasHeldUp) log.info('alarms reach people again')
    wasHeldUp = isHeldUp
    await teller.tell(verdict, canWrite)
  }

  const turn = async (): Promise<void> => {
    await look().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the state of the service could not be looked at'))
    if (!isStopping) timer = setTimeout(() => (running = turn()), everyMs)
  }

  let running = turn()
  return {
    look: alarms.look,
    aheadMs: alarms.aheadMs,
    areAlarmsHeldUp: alarms.areAlarmsHeldUp,
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await running
      await teller.stop()
      await stopped().catch(() => undefined)
    },
  }
}
