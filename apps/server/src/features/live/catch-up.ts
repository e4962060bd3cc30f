import type { Db } from '../../platform/context.ts'
import { type Changes, sizeOf } from './changes.ts'
import type { ConsoleSubscriber } from './console-subscriber.ts'
import { viewKey } from './frames.ts'
import { findMissed } from './missed.ts'

/**
 * How a console comes up to date: `nothing` for one that has nothing yet, `reset` where it should fetch everything again,
 * else the rows it missed.
 */
export type CatchUp = 'nothing' | 'reset' | Changes

/** One resumes from at most so long ago. Whatever is older was read again on the minute by the console itself. */
const resumableMs = 5 * 60_000
/**
 * A row carries the moment its transaction began, and shows once that commits. So what changed shortly before a position
 * is read too; rows sent twice do no harm, because they are sent as they are now.
 */
const overlapMs = 60_000

// One reading brings up no more than this, so that a crowd that comes back does not hold up everybody's news.
const mostViews = 100
const mostRows = 2_000
const viewsAtOnce = 4

const wayOf = ({ actor, resumesFrom }: ConsoleSubscriber, position: number): 'nothing' | 'reset' | 'missed' => {
  if (resumesFrom === undefined) return 'nothing'
  // Of a unit administrator's scope no query names a company.
  if (actor.role === 'AdminUnitService') return 'reset'
  // A position of the future is another database's.
  return resumesFrom > position || resumesFrom < position - resumableMs ? 'reset' : 'missed'
}

const missedBy = async (db: Db, view: readonly [ConsoleSubscriber, ...ConsoleSubscriber[]]): Promise<'reset' | Changes> => {
  const from = Math.min(...view.map(({ resumesFrom = 0 }) => resumesFrom))
  return (await findMissed(db, view[0], new Date(from - overlapMs))) ?? 'reset'
}

/**
 * How newcomers come up to date as of a position. What they missed is read once for all who see the same, each within
 * its own scope. Newcomers that are not in the answer come later.
 */
export const catchUp = async (
  db: Db,
  newcomers: readonly ConsoleSubscriber[],
  position: number,
): Promise<Map<ConsoleSubscriber, CatchUp>> => {
  const ways = new Map<ConsoleSubscriber, CatchUp>()
  const views = new Map<string, [ConsoleSubscriber, ...ConsoleSubscriber[]]>()
  for (const subscriber of newcomers) {
    const way = wayOf(subscriber, position)
    const view = views.get(viewKey(subscriber))
    if (way !== 'missed') ways.set(subscriber, way)
    else if (view === undefined) views.set(viewKey(subscriber), [subscriber])
    else view.push(subscriber)
  }
  const waiting = [...views.values()].slice(0, mostViews)
  let rows = 0
  while (waiting.length > 0 && rows < mostRows)
    await Promise.all(
      waiting.splice(0, viewsAtOnce).map(async (view) => {
        const missed = await missedBy(db, view)
        if (missed !== 'reset') rows += sizeOf(missed)
        for (const subscriber of view) ways.set(subscriber, missed)
      }),
    )
  return ways
}
