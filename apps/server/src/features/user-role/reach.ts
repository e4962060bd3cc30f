import { type Role, roles, workerRoles } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../platform/http/route.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'

/**
 * Whose accounts a role sees and keeps, inside its scope: those below it. Leaders see their group and keep nobody, which
 * the endpoints' permissions say; a worker's own data is on their own screens.
 */
const rolesBelow: Record<Role, readonly Role[]> = {
  AdminUnitService: roles,
  AdminUnitContract: ['HeadquartersAdmin', ...workerRoles],
  HeadquartersAdmin: workerRoles,
  GroupLeader: workerRoles,
  GroupSubLeader: workerRoles,
  User: [],
}

/** True where the actor may keep accounts of the role. */
export const keepsRole = (actor: Pick<Actor, 'role'>, role: Role): boolean => rolesBelow[actor.role].includes(role)

/** Roles as literals: with parameters the planner would not know which partial index they fit. */
export const roleIn = (wanted: readonly Role[]): RawBuilder<boolean> =>
  wanted.length === 0 ? sql<boolean>`false` : sql<boolean>`u.role in (${sql.join(wanted.map((role) => sql.lit(role)))})`

/** The persons (alias `u`) whom the actor may see here, those deleted included. */
export const withinReachEver = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`${roleIn(rolesBelow[actor.role])} and ${withinScope(actor, personColumns)}`

/** The living persons (alias `u`) whom the actor may see here. */
export const withinReach = (actor: Actor): RawBuilder<boolean> => sql<boolean>`u.deleted_at is null and ${withinReachEver(actor)}`
