import { toJapanIsoOrNull } from '../platform/japan-time.ts'
import type { Console } from './console.ts'
import type { Received } from './store.ts'

const isWithin = ({ actor, narrowing }: Pick<Console, 'actor' | 'narrowing'>, { company_id, office_id }: Received): boolean => {
  if (narrowing.officeId !== undefined && narrowing.officeId !== office_id) return false
  if (actor.role === 'AdminUnitService') return true
  return actor.role === 'AdminUnitContract' ? actor.companyId === company_id : actor.officeId === office_id
}

/** When anything last came in from the offices a listener belongs to. */
export const lastReceivedFor = (viewer: Pick<Console, 'actor' | 'narrowing'>, received: readonly Received[]): string | null => {
  const own = received.filter((site) => isWithin(viewer, site)).map((site) => site.last_at)
  return toJapanIsoOrNull(own.reduce<Date | null>((latest, at) => (latest === null || at > latest ? at : latest), null))
}
