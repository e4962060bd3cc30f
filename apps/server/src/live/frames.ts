import type { Console } from './console.ts'
import type { LiveRow } from './rows.ts'

const events = ['alert', 'condition', 'device'] as const
// An event is parsed as a whole, so a long absence's is cut into several.
const mostRowsAnEvent = 500

/** One event. The position goes with the last of a reading only: half a reading must not count as had. */
export const eventText = (event: string, data: string, position?: bigint): string =>
  `event: ${event}\ndata: ${data}\n${position === undefined ? '' : `id: ${position}\n`}\n`

/** The events that tell a listener these rows; empty where none of them is for them. */
export const framesFor = (viewer: Pick<Console, 'actor' | 'narrowing'>, rows: readonly LiveRow[], position: bigint): string => {
  const pieces: { event: string; data: string }[] = []
  for (const event of events) {
    const texts = rows.filter((row) => row.event === event && row.isFor(viewer)).map((row) => row.textFor(viewer))
    for (let start = 0; start < texts.length; start += mostRowsAnEvent)
      pieces.push({ event, data: `[${texts.slice(start, start + mostRowsAnEvent).join(',')}]` })
  }
  return pieces.map(({ event, data }, index) => eventText(event, data, index === pieces.length - 1 ? position : undefined)).join('')
}

/** Listeners of one key see the same: what is written for one is written for all. */
export const viewKey = ({ actor, narrowing }: Pick<Console, 'actor' | 'narrowing'>): string => {
  const isAdmin = actor.role === 'AdminUnitService' || actor.role === 'AdminUnitContract' || actor.role === 'HeadquartersAdmin'
  // Only of workers, and of leaders without a group, does the scope hang on who they are.
  const isThemselves = actor.role === 'User' || (!isAdmin && actor.groupId === null)
  const self = isThemselves ? actor.userId : ''
  return [actor.role, actor.companyId, actor.officeId, actor.groupId, self, narrowing.officeId, narrowing.groupId].join('/')
}
