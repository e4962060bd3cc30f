import { type AnswerOf, language, menuOf, parseRole, type QueryOf, type Role, routesOf, type session } from '@mimamori/contract'
import { sql } from 'kysely'
import { readBeltDisplays, seesBelts } from '../../shared/monitoring/belts/belt-display.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { companyOfLogin } from '../../shared/accounts/login.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { owedBy, owedColumns, refusedWhileOwing } from '../../platform/http/owed.ts'
import { findWayIn } from './store.ts'
import type { Actor } from '../../platform/http/route.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'

const people = (db: Db, companyId: number) =>
  db
    .selectFrom('app_user as u')
    .leftJoin('company as c', (join) => join.onRef('c.company_id', '=', 'u.company_id').on('c.company_id', '<>', providerId))
    .leftJoin('office as o', (join) => join.onRef('o.company_id', '=', 'u.company_id').onRef('o.office_id', '=', 'u.office_id'))
    .leftJoin('work_group as g', (join) => join.onRef('g.company_id', '=', 'u.company_id').onRef('g.group_id', '=', 'u.group_id'))
    .select([
      'u.user_id',
      'u.login_id',
      'u.full_name',
      'u.role',
      'u.language',
      'c.company_id',
      'c.name as company_name',
      'u.office_id',
      'o.name as office_name',
      'o.base_code',
      'u.group_id',
      'g.name as group_name',
      ...owedColumns([companyId]),
    ])
    .where('u.company_id', '=', companyId)
    .where('u.deleted_at', 'is', null)

/** Whether the safety belts are shown to somebody; only for a base admin does it depend on a setting. */
const readBeltDisplay = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  role: Role,
  { company_id: companyId, office_id: officeId }: { company_id: number | null; office_id: number | null },
): Promise<'0' | '1'> => {
  const offices = role === 'HeadquartersAdmin' && companyId !== null && officeId !== null ? [{ companyId, officeId }] : []
  const [display = '0'] = (await readBeltDisplays({ pool, log }, offices)).values()
  return seesBelts(role, display) ? '1' : '0'
}

/** @throws Refusal 403 where somebody has something to settle first: others are looked up only once it is settled */
const refuseWhileOwing = async (db: Db, actor: Actor): Promise<void> => {
  const { byProvider, byCard } = await findWayIn(db, actor)
  if (byProvider || byCard) return
  const own = await db
    .selectFrom('app_user as u')
    .select(owedColumns([actor.companyId]))
    .where('u.company_id', '=', actor.companyId)
    .where('u.user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const [owed] = owedBy(own)
  if (owed !== undefined) throw refusedWhileOwing(owed)
}

/**
 * The actor's own information, or that of somebody in their scope by login ID (and base code).
 * @throws Refusal 404 where there is nobody of that name to be seen, 403 for others while the actor has something to settle first
 */
export const userInfo = async (
  { db, pool, log }: Context,
  actor: Actor,
  { userName, siteOfficeMasterCode }: QueryOf<typeof session.userInfo>,
): Promise<AnswerOf<typeof session.userInfo>> => {
  if (userName !== undefined) await refuseWhileOwing(db, actor)
  const companyId = userName === undefined ? actor.companyId : await companyOfLogin(db, userName)
  if (companyId === undefined) throw notFound()
  let query = people(db, companyId)
  if (userName === undefined) query = query.where('u.user_id', '=', actor.userId)
  else {
    query = query.where('u.login_key', '=', sql<string>`lower(${userName})`).where(withinScope(actor, personColumns))
    if (siteOfficeMasterCode !== undefined) query = query.where('o.base_code', '=', siteOfficeMasterCode)
  }
  const person = await query.executeTakeFirst()
  const isOwn = userName === undefined
  // A session may have fewer rights than its person.
  const roleKey = isOwn ? actor.role : person === undefined ? undefined : parseRole(person.role)
  if (person === undefined || roleKey === undefined) throw notFound()
  const way = isOwn ? await findWayIn(db, actor) : undefined
  const card = way?.byCard === true ? { sharedUntil: toJapanIsoOrNull(way.sharedUntil) } : undefined
  const viewer = {
    roleKey,
    safetyBeltDisplaySetting: await readBeltDisplay({ pool, log }, roleKey, person),
    ...(card !== undefined && { card }),
  }
  return {
    ...viewer,
    userId: person.user_id,
    userName: person.login_id,
    displayName: person.full_name,
    companyId: person.company_id,
    companyName: person.company_name,
    officeId: person.office_id,
    officeName: person.office_name,
    baseCode: person.base_code,
    groupId: person.group_id,
    groupName: person.group_name,
    allowedRoutes: routesOf(viewer),
    menus: menuOf(viewer).map(({ code }) => ({ menuCode: code })),
    avatarUrl: null,
    language: language.nullable().catch(null).parse(person.language),
    owed: way?.byProvider === true || way?.byCard === true ? [] : owedBy(person),
  }
}
