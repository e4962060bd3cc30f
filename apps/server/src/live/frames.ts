import type { Console } from './console.ts'
import type { LiveRow } from './rows.ts'

const events = ['alert', 'condition', 'device'] as const
// Clients parse an event as a whole, so the changes of a long absence are split.
const mostRowsAnEvent = 500

/** One event. Only the last of a reading carries the position: a reading received in part must not count as received. */
export const eventText = (event: string, data: string, position?: bigint): string =>
  `event: ${event}\ndata: ${data}\n${position === undefined ? '' : `id: ${position}\n`}\n`

/** The events that carry these rows to a listener; empty where none of them is for them. */
export const framesFor = (viewer: Pick<Console, 'actor' | 'narrowing'>, rows: readonly LiveRow[], position: bigint): string => {
  const pieces: { event: string; data: string }[] = []
  for (const event of events) {
    const texts = rows.filter((row) => row.event === event && row.isFor(viewer)).map((row) => row.textFor(viewer))
    for (let start = 0; start < texts.length; start += mostRowsAnEvent)
      pieces.push({ event, data: `[${texts.slice(start, start + mostRowsAnEvent).join(',')}]` })
  }
  return pieces.map(({ event, data }, index) => eventText(event, data, index === pieces.length - 1 ? position : undefined)).join('')
}

/** Listeners with the same key see the same rows, so events are written once for all of them. */
export const viewKey = ({ actor, narrowing }: Pick<Console, 'actor' | 'narrowing'>): string => {
  const isAdmin = actor.role === 'AdminUnitService' || actor.role === 'AdminUnitContract' || actor.role === 'HeadquartersAdmin'
  // Only for workers, and for leaders without a group, does the scope depend on the person.
  const isThemselves = actor.role === 'User' || (!isAdmin && actor.groupId === null)
  const self = isThemselves ? actor.userId : ''
  return [actor.role, actor.companyId, actor.officeId, actor.groupId, self, narrowing.officeId, narrowing.groupId].join('/')
}
