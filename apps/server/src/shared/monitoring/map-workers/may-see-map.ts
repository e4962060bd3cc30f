import { leaders } from '@mimamori/contract'
import type { RawBuilder } from 'kysely'
import { personColumns, withinScope } from '../../organisation/scope.ts'
import type { Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { readMapPositions } from './map-positions.ts'

/**
 * Whether the actor may see one of these maps and its picture (decisions/0042): leaders see a map only while somebody of
 * their group is on it, everybody else all maps in their scope.
 * @param maps a condition on `site_map m` that holds the actor's scope
 */
export const maySeeMap = async (db: Db, actor: Actor, maps: RawBuilder<boolean>, now: Date): Promise<boolean> => {
  if (!leaders.some((role) => role === actor.role)) return true
  return (await readMapPositions(db, withinScope(actor, personColumns), maps, now)).length > 0
}
