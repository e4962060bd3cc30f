import { type BodyOf, type IdentityProvider, type identityProvider, labels, message, type MessageCode } from '@mimamori/contract'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { fetchFailure } from '../../../platform/outside/fetch-failure.ts'
import { mayCall } from '../../../platform/outside/guarded-fetch.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { actionOnVersion } from '../../../platform/database/versioned.ts'
import { requireOwnPassword } from '../own-password.ts'
import {
  findProvider,
  lockCompany,
  openSecret,
  removeProviderOf,
  sealSecret,
  type StoredProvider,
  writeProvider,
} from './provider-store.ts'
import { talkTo } from './talk.ts'
import { notifyAdministrators } from './notify-administrators.ts'

type Draft = BodyOf<typeof identityProvider.save>
type Parts = Pick<Context, 'db' | 'config' | 'clock' | 'log'>

const faulty = (field: keyof typeof labels.identityProvider, code: MessageCode) =>
  badRequest(`${labels.identityProvider[field]}：${message(code)}`)

/** What is on record of a provider, and what is answered besides. */
const shown = ({ issuer, clientId, claim, matches, domains, enabled }: StoredProvider) => ({
  issuer,
  clientId,
  claim,
  matches,
  domains: domains.join(', '),
  enabled: enabled ? ('1' as const) : ('0' as const),
})

const nothingSaved = { issuer: '', clientId: '', claim: 'email', matches: 'email', domains: '', enabled: '0' } as const

/**
 * A company's provider as its administrators see it; without the secret.
 * @throws Refusal 404 where the company is not the actor's
 */
export const readProvider = async (
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  companyId: number,
  redirectUri: string,
): Promise<IdentityProvider> => {
  await lockCompany(db, actor, companyId)
  const stored = await findProvider(db, companyId)
  if (stored === undefined) return { companyId, ...nothingSaved, hasSecret: false, redirectUri, version: 0 }
  return { companyId, ...shown(stored), hasSecret: openSecret(config, stored) !== undefined, redirectUri, version: stored.version }
}

/**
 * The secret after a change. The saved one stays with the provider it was entered for: a person who names another one
 * must know its secret, and cannot have ours sent there.
 */
const secretAfter = ({ config }: Pick<Parts, 'config'>, stored: StoredProvider | undefined, { clientSecret, issuer, clientId }: Draft) => {
  if (clientSecret !== undefined && clientSecret !== null && clientSecret !== '') return clientSecret
  const storedSecret = stored?.issuer === issuer && stored.clientId === clientId ? openSecret(config, stored) : undefined
  if (storedSecret === undefined) throw faulty('clientSecret', 'secretMissing')
  return storedSecret
}

/** Makes sure that there is a provider where the draft says. @throws Refusal 400 where there is none */
const tryProvider = async ({ config, log }: Parts, companyId: number, { issuer, clientId }: Draft, clientSecret: string): Promise<void> => {
  try {
    await talkTo(config, { issuer, clientId, clientSecret })
  } catch (error) {
    log.info({ companyId, reason: fetchFailure(error) }, 'a provider of single sign-on was not found')
    throw faulty('issuer', 'issuerUnreachable')
  }
}

const about = (companyId: number, { actor, address }: Requester, at: Date) => ({
  at,
  actor,
  address,
  resource: 'identityProvider',
  resourceId: companyId,
  companyId,
  officeId: null,
})

const write = async (parts: Parts, trx: Db, requester: Requester, companyId: number, draft: Draft): Promise<void> => {
  const { config, clock } = parts
  await lockCompany(trx, requester.actor, companyId)
  const before = await findProvider(trx, companyId)
  const action = actionOnVersion(draft.version, before?.version ?? 0)
  const { issuer, clientId, claim, matches, domains } = draft
  const after: StoredProvider = {
    companyId,
    issuer,
    clientId,
    claim,
    matches,
    domains,
    sealedSecret: sealSecret(config, companyId, secretAfter({ config }, before, draft)),
    enabled: draft.enabled === '1',
    version: (before?.version ?? 0) + 1,
  }
  await writeProvider(trx, after)
  await writeAudit(trx, {
    ...about(companyId, requester, clock()),
    action: before === undefined ? 'create' : action,
    before: before === undefined ? null : shown(before),
    after: shown(after),
  })
  await notifyAdministrators(parts, trx, requester.actor, companyId, 'saved')
}

/**
 * Saves a company's provider, on record; one that is to be used is called first.
 * @throws Refusal 404 where the company is not the actor's, 400 where the password is wrong, the address may not be called,
 * nobody answers there, or without a secret, 412 where somebody else was first
 */
export const saveProvider = async (parts: Parts, requester: Requester, companyId: number, draft: Draft): Promise<void> => {
  const { db, config } = parts
  await lockCompany(db, requester.actor, companyId)
  await requireOwnPassword(parts, requester, draft.password)
  if (!mayCall(config.ssoHosts, new URL(draft.issuer))) throw faulty('issuer', 'issuerForbidden')
  const secret = secretAfter(parts, await findProvider(db, companyId), draft)
  if (draft.enabled === '1') await tryProvider(parts, companyId, draft, secret)
  await db.transaction().execute((trx) => write(parts, trx, requester, companyId, draft))
}

/**
 * Removes a company's provider, on record. Where there is none nothing happens.
 * @throws Refusal 404 where the company is not the actor's, 400 where the password is wrong
 */
export const removeProvider = async (parts: Parts, requester: Requester, companyId: number, password: string): Promise<void> => {
  const { db, clock } = parts
  await lockCompany(db, requester.actor, companyId)
  await requireOwnPassword(parts, requester, password)
  await db.transaction().execute(async (trx) => {
    await lockCompany(trx, requester.actor, companyId)
    const before = await findProvider(trx, companyId)
    if (before === undefined) return
    await removeProviderOf(trx, companyId)
    await writeAudit(trx, { ...about(companyId, requester, clock()), action: 'delete', before: shown(before) })
    await notifyAdministrators(parts, trx, requester.actor, companyId, 'removed')
  })
}
