import type { IncomingHttpHeaders } from 'node:http'
import { admins, type Endpoint, type HeaderLinkKind, isAmong, type LinkKind, linkHeaders, type Permission } from '@mimamori/contract'
import type { InferResult } from 'kysely'
import type { Pool } from 'pg'
import { type AccessClaims, accessTokens } from '../secrets/access-token.ts'
import type { Context } from '../context.ts'
import { forbidden, unauthorised } from '../errors.ts'
import { owedBy, owedColumns, refusedWhileOwing } from './owed.ts'
import { carriesReadKey, type ReadKeyEnd, type ReadKeys, refuseOutOfScope } from './read-key.ts'
import type { Actor, Caller, AccessLink, Reader, Sender } from './route.ts'
import { roleOfSession } from './role-of-session.ts'

/** What senders without a person sign in with: an ingest key, or the secret of a connection. One opens nothing of the other. */
export type SenderPermission = Extract<Permission, 'ingestKey' | 'connection'>

/** Finds the sender whose key or secret is in the header; undefined where that is missing, wrong, revoked or at its end. */
export type FindSender = (
  context: Pick<Context, 'pool' | 'clock'>,
  authorization: string | undefined,
  permission: SenderPermission,
) => Promise<Sender | undefined>

/** Finds a link of a kind; undefined where it is unknown, wrong, revoked or at its end, or of another kind. */
export type FindLink = (pool: Pool, kind: LinkKind, linkId: string, secret: string, now: Date) => Promise<AccessLink | undefined>

/** A link as `<id>.<secret>`; a session's token has a second dot. */
const linkPattern = /^([^.\s]+)\.([^.\s]+)$/
const bearerLinkPattern = /^Bearer +([^.\s]+)\.([^.\s]+)$/i

/** Whether calls with a permission are made by a link alone. */
export const isLinkPermission = (permission: Permission): permission is HeaderLinkKind =>
  permission === 'poster' || permission === 'morningCheck'

/**
 * @param onKnown called with the person who is signed in, or the read key, as soon as that is known, also if they are then refused; `end` of
 * a key that is no longer good
 */
export type Authenticate = (
  endpoint: Pick<Endpoint, 'permission' | 'whileOwing' | 'byCard' | 'readBy'>,
  headers: IncomingHttpHeaders,
  onKnown?: (person: Pick<Actor, 'companyId' | 'userId' | 'readKey'>, end?: ReadKeyEnd | null) => void,
) => Promise<Caller>

/**
 * Authenticates a request, or refuses it with 401 or 403. The person is read again for each request, in one query, so
 * that a removed role, a deleted account or an ended session takes effect at once. A lock ends
 * sessions itself (decisions/0058). A person with something to settle may only settle it; one who signed in
 * on a provider's word has nothing to settle here.
 */
export const authenticator = (
  { config, db, pool, clock }: Pick<Context, 'config' | 'db' | 'pool' | 'clock'>,
  findSender: FindSender,
  findLink: FindLink,
  readKeys: ReadKeys,
): Authenticate => {
  const tokens = accessTokens(config.jwtSecrets)

  type OnKnown = Parameters<Authenticate>[2]

  const findPerson = async ({ companyId, sessionId, userId }: AccessClaims, now: Date) => {
    const query = db
      .selectFrom('session as s')
      .innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 's.company_id').onRef('u.user_id', '=', 's.user_id'))
      .select(['u.user_id', 'u.login_id', 'u.full_name', 'u.role', 'u.company_id', 'u.office_id', 'u.group_id'])
      .select(owedColumns([companyId]))
      .select(['s.by_provider', 's.by_card'])
      .where('s.company_id', '=', companyId)
      .where('s.session_id', '=', sessionId)
      .where('s.user_id', '=', userId)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', now)
      .where('u.deleted_at', 'is', null)
      .compile()
    // Prepared once per connection: every call asks it, and planning takes longer than reading.
    const { rows } = await pool.query<InferResult<typeof query>[number]>({
      name: 'signed-in',
      text: query.sql,
      values: [...query.parameters],
    })
    return rows[0]
  }

  const keyHolder = async (endpoint: Parameters<Authenticate>[0], bearer: string, onKnown: OnKnown): Promise<Actor> => {
    const found = await readKeys.find({ pool, clock }, bearer)
    if (found === undefined) throw unauthorised('apiTokenUnknown')
    const { actor, end } = found
    onKnown?.(actor, end)
    if (end !== null) throw unauthorised('apiTokenUnknown')
    refuseOutOfScope(endpoint, actor.readKey)
    return actor
  }

  const signedIn = async (endpoint: Parameters<Authenticate>[0], authorization: string | undefined, onKnown: OnKnown): Promise<Actor> => {
    const { permission, whileOwing, byCard } = endpoint
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) throw unauthorised()
    if (carriesReadKey(authorization)) return keyHolder(endpoint, token, onKnown)
    const now = clock()
    const claims = await tokens.read(token, now)
    if (claims === undefined) throw unauthorised()
    const person = await findPerson(claims, now)
    const role = person === undefined ? undefined : roleOfSession(person)
    if (person === undefined || role === undefined) throw unauthorised()
    onKnown?.({ companyId: person.company_id, userId: person.user_id })
    const [owed] = person.by_provider || person.by_card ? [] : owedBy(person)
    if (owed !== undefined && whileOwing !== true) throw refusedWhileOwing(owed)
    if (person.by_card && permission === 'session' && byCard !== true) throw forbidden('cardMayNot')
    return {
      userId: person.user_id,
      loginId: person.login_id,
      fullName: person.full_name,
      role,
      companyId: person.company_id,
      officeId: person.office_id,
      groupId: person.group_id,
      sessionId: claims.sessionId,
    }
  }

  const reader = async (endpoint: Parameters<Authenticate>[0], authorization: string | undefined, onKnown: OnKnown): Promise<Reader> => {
    const [, linkId, secret] = bearerLinkPattern.exec(authorization ?? '') ?? []
    if (linkId !== undefined && secret !== undefined) {
      const link = await findLink(pool, 'wallboard', linkId, secret, clock())
      if (link === undefined) throw unauthorised('linkUnknown')
      // A board shows what an administrator of that place sees.
      return { ...link, role: 'HeadquartersAdmin', groupId: null, userId: 0, sessionId: null }
    }
    const actor = await signedIn(endpoint, authorization, onKnown)
    if (!isAmong(admins, actor.role)) throw forbidden()
    return { ...actor, linkId: null }
  }

  const linkIn = async (kind: HeaderLinkKind, headers: IncomingHttpHeaders): Promise<AccessLink> => {
    const [, linkId, secret] = linkPattern.exec(String(headers[linkHeaders[kind]] ?? '')) ?? []
    if (linkId === undefined || secret === undefined) throw unauthorised('linkUnknown')
    const link = await findLink(pool, kind, linkId, secret, clock())
    if (link === undefined) throw unauthorised('linkUnknown')
    return link
  }

  return async (endpoint, headers, onKnown) => {
    const { permission } = endpoint
    const { authorization } = headers
    if (permission === 'public') return {}
    if (permission === 'ingestKey' || permission === 'connection') {
      const sender = await findSender({ pool, clock }, authorization, permission)
      if (sender === undefined) throw unauthorised(permission === 'ingestKey' ? 'ingestKeyUnknown' : 'connectionUnknown')
      return { sender }
    }
    if (permission === 'wallboard') return { reader: await reader(endpoint, authorization, onKnown) }
    if (isLinkPermission(permission)) return { link: await linkIn(permission, headers) }
    const actor = await signedIn(endpoint, authorization, onKnown)
    if (permission !== 'session' && !permission.includes(actor.role)) throw forbidden()
    return { actor }
  }
}
