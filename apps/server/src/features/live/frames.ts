import { changeNames } from '@mimamori/contract/live-names'
import { eventText } from '../../platform/http/event-stream.ts'
import { StreamPiece } from '../../platform/http/stream-piece.ts'
import type { Viewer } from './console-subscriber.ts'
import type { LiveRow } from './rows.ts'

// Clients parse an event as a whole, so the changes of a long absence are split.
const mostRowsAnEvent = 500

const framesFor = (viewer: Viewer, rows: readonly LiveRow[]): string => {
  const own = Map.groupBy(
    rows.filter((row) => row.isFor(viewer)),
    ({ event }) => event,
  )
  const pieces: string[] = []
  for (const event of changeNames) {
    const texts = (own.get(event) ?? []).map((row) => row.textFor(viewer))
    for (let start = 0; start < texts.length; start += mostRowsAnEvent)
      pieces.push(eventText(event, `[${texts.slice(start, start + mostRowsAnEvent).join(',')}]`))
  }
  return pieces.join('')
}

/** Listeners with the same key see the same rows, so events are written once for all of them. */
export const viewKey = ({ actor, narrowing }: Viewer): string => {
  const isAdmin = actor.role === 'AdminUnitService' || actor.role === 'AdminUnitContract' || actor.role === 'HeadquartersAdmin'
  // Only for workers, and for leaders without a group, does the scope depend on the person.
  const isThemselves = actor.role === 'User' || (!isAdmin && actor.groupId === null)
  const self = isThemselves ? actor.userId : ''
  return [actor.role, actor.companyId, actor.officeId, actor.groupId, self, narrowing.officeId, narrowing.groupId, narrowing.places].join(
    '/',
  )
}

/** The events that carry these rows to a listener, undefined where none is for them; written once for all who see the same. */
export const framesOnce = (rows: readonly LiveRow[]): ((viewer: Viewer) => StreamPiece | undefined) => {
  const frames = new Map<string, StreamPiece | null>()
  // With thousands of listeners to ask every row about each would be most of the work.
  const ofCompanies = Map.groupBy(rows, ({ companyId }) => companyId)
  return (viewer) => {
    const { role, companyId } = viewer.actor
    const among = role === 'AdminUnitService' ? rows : (ofCompanies.get(companyId) ?? [])
    if (among.length === 0) return undefined
    const key = viewKey(viewer)
    const known = frames.get(key)
    if (known !== undefined) return known ?? undefined
    const text = framesFor(viewer, among)
    const piece = text === '' ? undefined : new StreamPiece(text)
    frames.set(key, piece ?? null)
    return piece
  }
}
