import { admins, allEndpoints, type Endpoint, isAmong, message, type ReadScope, readScopes } from '@mimamori/contract'
import { describe, expect, test } from 'vitest'
import { isLinkPermission } from '../../src/platform/http/authenticate.ts'
import { makeReadKey } from '../../src/shared/access-keys/test-read-key.ts'
import { makeCompany, makeOffice } from '../../src/shared/organisation/test-factories.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { startTestApp } from '../../src/test-app.ts'
import { permissionCases } from './cases.ts'
import { type CallInput, makePlot } from './plot.ts'

// A read key is one more role: each call of the contract is asked with keys of every scope, and with keys of elsewhere.

const product = await startTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const { db } = product.context
const here = await makePlot(product.context, 'HERE')
const sameCompany = await makePlot(product.context, 'BESIDE', { company_id: here.office.company_id })
const otherCompany = await makePlot(product.context, 'FAR')
const closed = await makePlot(product.context, 'CLOSED', { company_id: here.office.company_id })
const archived = await makeOffice(db, { company_id: here.office.company_id, archived_at: new Date('2026-07-01T00:00:00+09:00') })

const company = here.office.company_id
const ofSite = [here.office.office_id]
const keyOf = async (companyId: number, values: Parameters<typeof makeReadKey>[2] = {}) =>
  (await makeReadKey(db, companyId, values)).headers

const wholeCompany = await keyOf(company)
const oneSite = await keyOf(company, { office_ids: ofSite })
const twoSites = await keyOf(company, {
  office_ids: [...ofSite, archived.office_id, (await makeOffice(db, { company_id: company })).office_id],
})
const otherSite = await keyOf(company, { office_ids: [sameCompany.office.office_id] })
const otherSites = await keyOf(company, {
  office_ids: [sameCompany.office.office_id, (await makeOffice(db, { company_id: company })).office_id],
})
const stranger = await keyOf(otherCompany.office.company_id)
const dead = {
  ended: await keyOf(company, { ends_at: product.time.now }),
  stopped: await keyOf(company, { stopped_at: product.time.now }),
  'of a deleted company': await keyOf((await makeCompany(db, { deleted_at: product.time.now })).company_id),
  'of an archived site': await keyOf(company, { office_ids: [archived.office_id] }),
}
const without = new Map<ReadScope, Record<string, string>>()
for (const scope of readScopes) without.set(scope, await keyOf(company, { scopes: readScopes.filter((other) => other !== scope) }))

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const caseOf = (endpoint: Endpoint) => {
  const entry = permissionCases[nameOf(endpoint)]
  if (entry === undefined) throw new Error(`${nameOf(endpoint)} has no entry in cases.ts`)
  return entry
}

// Reads and refusals leave what a request is about as it was, so that one of each is enough.
const requests = new Map<Endpoint, CallInput>()
const requestOf = async (endpoint: Endpoint): Promise<CallInput> => {
  const request = requests.get(endpoint) ?? (await caseOf(endpoint).ask(here, 'HeadquartersAdmin'))
  requests.set(endpoint, request)
  return request
}

const send = async (endpoint: Endpoint, headers: Record<string, string>) => {
  const { url, payload, headers: own } = await requestOf(endpoint)
  const { method } = endpoint
  const { statusCode, body } = await product.app.inject({ method, url, headers: { ...own, ...headers }, ...(payload && { payload }) })
  return { status: statusCode, text: body }
}
const betrayalOf = (endpoint: Endpoint, { mark } = here) =>
  caseOf(endpoint).betrayal ?? new RegExp(caseOf(endpoint).ofSite ? mark : `"${mark}`)

const readable = allEndpoints.filter(({ readBy }) => readBy !== undefined)
const others = allEndpoints.filter(({ readBy, permission }) => readBy === undefined && permission !== 'public')
const rows = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

test('keys make no call but reads, by a scope that there is, and such as administrators may make', () => {
  const writes = readable.filter(({ method }) => method !== 'GET').map(nameOf)
  expect(writes.toSorted()).toEqual(['POST /api/Office/Search', 'POST /api/Report'])
  for (const { permission, readBy, once, multipart, lane } of readable) {
    expect([...readScopes, 'any'].filter((scope) => scope !== 'vitals')).toContain(readBy)
    expect(typeof permission !== 'string' && permission.includes('AdminUnitContract')).toBe(true)
    expect([once, multipart, lane]).toEqual([undefined, undefined, undefined])
  }
})

describe.each(rows(readable))('%s', (_, endpoint) => {
  const { permission, readBy } = endpoint
  const isOfAdmins = typeof permission !== 'string' && permission.includes('HeadquartersAdmin')
  const { letIn = 200, elsewhere } = caseOf(endpoint)

  test.each([
    ['of the company', wholeCompany, letIn],
    ['of the site', oneSite, isOfAdmins ? letIn : 403],
    ['of the site and others', twoSites, isOfAdmins ? letIn : 403],
  ])('a key %s reads here', async (_who, headers, expected) => {
    const { status, text } = await send(endpoint, headers)
    expect({ status, text: status === expected ? '' : text }).toEqual({ status: expected, text: '' })
    if (status === 200 && elsewhere === 'nothing') expect(text).toMatch(betrayalOf(endpoint))
  })

  test.each([
    ['another site', otherSite],
    ['two other sites', otherSites],
    ['another company', stranger],
  ])('a key of %s reads nothing here', async (_who, headers) => {
    const { status, text } = await send(endpoint, headers)
    expect([200, 403, 404]).toContain(status)
    if (elsewhere === 404) expect(status).not.toBe(200)
    expect(text).not.toMatch(betrayalOf(endpoint))
  })

  test('a key of the company reads nothing of a site that is archived', async () => {
    const toArchive = (at: Date | null) =>
      db.updateTable('office').set({ archived_at: at }).where('office_id', '=', closed.office.office_id).execute()
    // What is asked for is made while the site is open.
    const { url, payload, headers: own } = await caseOf(endpoint).ask(closed, 'HeadquartersAdmin')
    await toArchive(product.time.now)
    const { method } = endpoint
    const answer = await product.app.inject({ method, url, headers: { ...own, ...wholeCompany }, ...(payload && { payload }) })
    await toArchive(null)
    expect([200, 403, 404]).toContain(answer.statusCode)
    if (elsewhere === 404) expect(answer.statusCode).not.toBe(200)
    if (caseOf(endpoint).betrayal === undefined) expect(answer.body).not.toMatch(betrayalOf(endpoint, closed))
  })

  test('the refusal of a key without the scope names it', async () => {
    for (const [scope, headers] of without) {
      const { status, text } = await send(endpoint, headers)
      const isRefused = readBy === scope
      expect({ scope, isRefused: status === 403 }).toEqual({ scope, isRefused })
      if (isRefused) expect(text).toContain('必要な範囲')
    }
  })

  test.each(Object.entries(dead))('a key that is %s is no key', async (_how, headers) => {
    expect(await send(endpoint, headers)).toEqual({ status: 401, text: JSON.stringify([message('apiTokenUnknown')]) })
  })
})

test.each(rows(others))('%s is not for keys', async (_, endpoint) => {
  const { permission } = endpoint
  const isOfSession = permission === 'session' || permission === 'wallboard' || typeof permission !== 'string'
  for (const headers of [wholeCompany, oneSite]) {
    const { status, text } = await send(endpoint, headers)
    // A call by a link carries that in a header of its own, and takes no notice of the bearer.
    if (isLinkPermission(permission)) expect(text).not.toMatch(/apiToken/)
    else
      expect({ status, text }).toEqual({
        status: isOfSession ? 403 : 401,
        text: isOfSession ? JSON.stringify([message('apiTokenMayNot')]) : text,
      })
  }
  for (const headers of Object.values(dead)) if (isOfSession) expect((await send(endpoint, headers)).status).toBe(401)
})

test('a key with a wrong secret, and one that is none, is no key', async () => {
  const [endpoint] = readable
  if (endpoint === undefined) throw new Error('no call is for keys')
  const { authorization } = wholeCompany
  for (const wrong of [`${authorization.slice(0, -32)}${'x'.repeat(32)}`, 'Bearer mrt_', 'Bearer mrt_0123456789_', `${authorization}x`])
    expect((await send(endpoint, { authorization: wrong })).status).toBe(401)
})

test('only administrators of companies and of the service make keys', () => {
  const keyCalls = allEndpoints.filter(({ path }) => path.startsWith('/api/ApiToken'))
  expect(keyCalls).toHaveLength(5)
  for (const { permission } of keyCalls)
    expect(admins.filter((role) => isAmong(permission as readonly string[], role))).toEqual(['AdminUnitService', 'AdminUnitContract'])
})
