import { admins, allEndpoints, type Endpoint, type HeaderLinkKind, isAmong, linkHeaders, roles, type Role } from '@mimamori/contract'
import { describe, expect, test } from 'vitest'
import { permissionCases } from './cases.ts'
import { type CallInput, makePlot, type Plot } from './plot.ts'
import { makeUser, signInAs } from '../../src/shared/organisation/test-factories.ts'
import { isLinkPermission } from '../../src/platform/http/authenticate.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { startTestApp } from '../../src/test-app.ts'

// A sender, or everybody would be refused a subscription.
const product = await startTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const here = await makePlot(product.context, 'HERE')
const sameCompany = await makePlot(product.context, 'BESIDE', { company_id: here.office.company_id })
const otherCompany = await makePlot(product.context, 'FAR')
const otherGroup = await makePlot(product.context, 'NEXT', { office: here.office })

let revoked = 0
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const caseOf = (endpoint: Endpoint) => {
  const entry = permissionCases[nameOf(endpoint)]
  if (entry === undefined) throw new Error(`${nameOf(endpoint)} has no entry in cases.ts`)
  return entry
}

type Headers = Record<string, string>

/** Sessions that are still good: nobody was let in since who could change something. */
const sessions = new Map<number, Headers>()
const as = async (user: { user_id: number }): Promise<Headers> => {
  const open = sessions.get(user.user_id)
  if (open !== undefined) return open
  const { headers } = await signInAs(product.context, user.user_id)
  sessions.set(user.user_id, headers)
  return headers
}

/** Requests that are still good, as sessions are: who is refused leaves what a request is about as it was. */
const requests = new Map<string, CallInput>()
const requestOf = async (endpoint: Endpoint, plot: Plot, role: Role): Promise<CallInput> => {
  const { ask } = caseOf(endpoint)
  const key = `${nameOf(endpoint)} ${plot.mark} ${ask.length > 1 ? role : ''}`
  const request = requests.get(key) ?? (await ask(plot, role))
  requests.set(key, request)
  return request
}

const isRefusal = (status: number) => status >= 400

/** Asks, and takes of a stream what has come by a tenth of a second. */
const send = async (endpoint: Endpoint, plot: Plot, headers: Headers = {}, role: Role = 'AdminUnitService') => {
  const { url, payload, headers: own } = await requestOf(endpoint, plot, role)
  const response = await product.app.inject({
    method: endpoint.method,
    url,
    headers: { ...own, ...headers },
    payloadAsStream: true,
    ...(payload === undefined ? {} : { payload }),
  })
  if (endpoint.method !== 'GET' && !isRefusal(response.statusCode)) {
    sessions.clear()
    requests.clear()
  }
  const stream = response.stream()
  let text = ''
  stream.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise((resolve) => stream.once('close', resolve).once('end', resolve))
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, response.statusCode === 200 && endpoint.raw ? 100 : 10_000))])
  stream.destroy()
  return { status: response.statusCode, text }
}

const mayCall = ({ permission }: Endpoint, role: Role) => permission === 'session' || permission.includes(role)

const betrayalOf = (endpoint: Endpoint) => {
  const { betrayal, ofSite } = caseOf(endpoint)
  return betrayal ?? new RegExp(ofSite ? here.mark : `"${here.mark}`)
}

/** Where a role's scope is, somewhere else than here. */
const strangersTo = (endpoint: Endpoint, role: Role): Plot[] => {
  if (role === 'AdminUnitContract' || caseOf(endpoint).ofCompany === true) return [otherCompany]
  const isWider = role === 'HeadquartersAdmin' || caseOf(endpoint).ofSite === true || caseOf(endpoint).elsewhere === 'own'
  return isWider ? [otherCompany, sameCompany] : [otherCompany, sameCompany, otherGroup]
}

/** Ways for a session to be over, each with a token that was good once. */
const waysToEnd: Record<string, () => Promise<Headers>> = {
  ended: async () => {
    const { sessionId, headers } = await signInAs(product.context, here.people.AdminUnitService.user_id)
    await product.context.db
      .updateTable('session')
      .set({ ended_at: product.time.now, ended_reason: 'logout' })
      .where('session.session_id', '=', sessionId)
      .execute()
    return headers
  },
  'past its time': async () => {
    const { sessionId, headers } = await signInAs(product.context, here.people.AdminUnitService.user_id)
    await product.context.db
      .updateTable('session')
      .set({ expires_at: product.time.now })
      .where('session.session_id', '=', sessionId)
      .execute()
    return headers
  },
  "a deleted person's": async () => {
    const person = await makeUser(product.context.db, 'AdminUnitService')
    const headers = await as(person)
    await product.context.db
      .updateTable('app_user')
      .set({ deleted_at: product.time.now })
      .where('app_user.user_id', '=', person.user_id)
      .execute()
    return headers
  },
  'a token that has expired': async () => {
    const clock = () => new Date(product.time.now.getTime() - 15 * 60_000)
    return (await signInAs({ ...product.context, clock }, here.people.AdminUnitService.user_id)).headers
  },
}

// What is over stays over: one of each for all endpoints.
const deadSessions: Record<string, Headers> = {}
for (const [how, end] of Object.entries(waysToEnd)) deadSessions[how] = await end()

test('every declared endpoint has an entry and a route, and no entry is left over', () => {
  expect(Object.keys(permissionCases).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted())
  const missing = allEndpoints.filter(({ method, path }) => !product.app.hasRoute({ method, url: path }))
  expect(missing.map(nameOf)).toEqual([])
})

const byOtherMeans = ['public', 'ingestKey', 'connection', 'wallboard', 'poster', 'morningCheck']
const guarded = allEndpoints.filter(({ permission }) => !byOtherMeans.includes(String(permission)))

describe.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test('nobody gets in without a session', async () => {
    expect((await send(endpoint, here)).status).toBe(401)
    expect((await send(endpoint, here, { authorization: here.key.bearer })).status).toBe(401)
    expect((await send(endpoint, here, here.link.headers)).status).toBe(401)
    for (const [how, dead] of Object.entries(deadSessions))
      expect({ how, status: (await send(endpoint, here, dead)).status }).toEqual({ how, status: 401 })
  })

  test.each(roles)('%s here', async (role) => {
    const { status } = await send(endpoint, here, await as(here.people[role]), role)
    expect(status).toBe(mayCall(endpoint, role) ? (caseOf(endpoint).letIn ?? 200) : 403)
  })

  // Nothing is elsewhere for the service-unit admin.
  test.each(roles.filter((role) => role !== 'AdminUnitService' && mayCall(endpoint, role)))('%s elsewhere', async (role) => {
    const { elsewhere, letIn = 200 } = caseOf(endpoint)
    for (const stranger of strangersTo(endpoint, role)) {
      const { status, text } = await send(endpoint, here, await as(stranger.people[role]), role)
      expect({ who: stranger.mark, status }).toEqual({ who: stranger.mark, status: elsewhere === 404 ? 404 : letIn })
      expect(text).not.toMatch(betrayalOf(endpoint))
    }
  })
})

// Or what is hidden elsewhere could be missing everywhere. A stream shows changes only, and there are none here.
const searched = guarded.filter((endpoint) => permissionCases[nameOf(endpoint)]?.elsewhere === 'nothing' && endpoint.raw === undefined)

test.each(searched.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s shows here what it hides elsewhere',
  async (_, endpoint) => {
    expect((await send(endpoint, here, await as(here.people.AdminUnitService))).text).toMatch(betrayalOf(endpoint))
  },
)

describe.each(allEndpoints.filter(({ permission }) => permission === 'public').map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('needs no session, and takes no notice of a dead one', async () => {
      const without = await send(endpoint, here)
      const dead = await send(endpoint, here, deadSessions['ended'])
      expect(dead.status).toBe(without.status)
      expect(without.status).not.toBe(403)
    })
  },
)

describe.each(allEndpoints.filter(({ permission }) => permission === 'ingestKey').map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('takes a live key and nothing else', async () => {
      const { keyId, bearer } = here.key
      expect((await send(endpoint, here)).status).toBe(401)
      expect((await send(endpoint, here, await as(here.people.AdminUnitService))).status).toBe(401)
      expect((await send(endpoint, here, { authorization: `Bearer ${keyId}.${'x'.repeat(32)}` })).status).toBe(401)
      expect((await send(endpoint, here, { authorization: bearer })).status).toBe(200)
    })

    test("another site's key reaches nothing here", async () => {
      for (const stranger of [sameCompany, otherCompany]) {
        const { status, text } = await send(endpoint, here, { authorization: stranger.key.bearer })
        expect(status).toBe(caseOf(endpoint).elsewhere === 404 ? 404 : 200)
        expect(text).not.toMatch(betrayalOf(endpoint))
      }
    })

    test('a revoked key is no key', async () => {
      const plot = await makePlot(product.context, `REVOKED${(revoked += 1)}`)
      await product.context.db
        .updateTable('ingest_key')
        .set({ revoked_at: new Date() })
        .where('ingest_key.key_id', '=', plot.key.keyId)
        .execute()
      expect((await send(endpoint, plot, { authorization: plot.key.bearer })).status).toBe(401)
    })
  },
)

const ofConnections = allEndpoints.filter(({ permission }) => permission === 'connection')
const serverOf = ({ path }: Endpoint) => (path.endsWith('/tts') ? 'tts' : 'chirpstack')

describe.each(ofConnections.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test("takes its connection's secret and nothing else, which opens nothing else", async () => {
    const { connectionId, bearer } = here.connections[serverOf(endpoint)]
    expect((await send(endpoint, here)).status).toBe(401)
    for (const role of roles) expect((await send(endpoint, here, await as(here.people[role]), role)).status).toBe(401)
    for (const wrong of [here.key.bearer, `Bearer ${connectionId}.${'x'.repeat(32)}`, here.link.headers.authorization])
      expect((await send(endpoint, here, { authorization: wrong })).status).toBe(401)
    const taken = await send(endpoint, here, { authorization: bearer })
    expect(taken.status).toBe(200)
    expect(taken.text).toMatch(betrayalOf(endpoint))
    for (const other of allEndpoints.filter(({ permission }) => permission !== 'connection' && permission !== 'public')) {
      const { status } = await send(other, here, { authorization: bearer })
      // A poster's call carries its link in a header of its own.
      expect({ other: nameOf(other), isClosed: status === 401 || other.path === '/api/Office/:id/Poster' }).toEqual({
        other: nameOf(other),
        isClosed: true,
      })
    }
  })

  test("another site's secret reaches nothing here", async () => {
    for (const stranger of [sameCompany, otherCompany]) {
      const { status, text } = await send(endpoint, here, { authorization: stranger.connections[serverOf(endpoint)].bearer })
      expect(status).toBe(200)
      expect(text).not.toMatch(betrayalOf(endpoint))
    }
  })
})

describe.each(allEndpoints.filter(({ permission }) => permission === 'wallboard').map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('takes a living link, an administrator’s session and nothing else', async () => {
      expect((await send(endpoint, here)).status).toBe(401)
      expect((await send(endpoint, here, { authorization: here.key.bearer })).status).toBe(401)
      expect((await send(endpoint, here, { authorization: `Bearer ${here.link.linkId}.${'x'.repeat(32)}` })).status).toBe(401)
      expect((await send(endpoint, here, here.link.headers)).status).toBe(200)
      for (const [how, dead] of Object.entries(deadSessions))
        expect({ how, status: (await send(endpoint, here, dead)).status }).toEqual({ how, status: 401 })
      for (const role of roles) {
        const { status } = await send(endpoint, here, await as(here.people[role]), role)
        expect({ role, status }).toEqual({ role, status: isAmong(admins, role) ? 200 : 403 })
      }
    })

    test("another site's link, and its administrators, reach nothing here", async () => {
      const everybody = [sameCompany, otherCompany].flatMap(({ link, people }) => [link.headers, people.HeadquartersAdmin])
      for (const who of [...everybody, otherCompany.people.AdminUnitContract]) {
        const { status, text } = await send(endpoint, here, 'user_id' in who ? await as(who) : who)
        expect(status).toBe(404)
        expect(text).not.toMatch(betrayalOf(endpoint))
      }
    })

    test('a revoked link is no link', async () => {
      const { link_id } = await product.context.db
        .updateTable('office_link')
        .set({ revoked_at: new Date() })
        .where('office_link.link_id', '=', otherGroup.link.linkId)
        .returning('office_link.link_id')
        .executeTakeFirstOrThrow()
      expect(link_id).toBe(otherGroup.link.linkId)
      expect((await send(endpoint, otherGroup, otherGroup.link.headers)).status).toBe(401)
    })
  },
)

const byLink = allEndpoints.filter(({ permission }) => isLinkPermission(permission))

describe.each(byLink.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const byKind = { poster: here.poster, morningCheck: here.check }
  const headersOf = (kind: HeaderLinkKind, { linkId, secret }: { linkId: string; secret: string }) => ({
    [linkHeaders[kind]]: `${linkId}.${secret}`,
  })

  test('takes a link of its kind and nothing else: no session, no key, no link of another kind', async () => {
    const { permission } = endpoint
    if (!isLinkPermission(permission)) throw new Error(`${nameOf(endpoint)} is not opened by a link`)
    expect((await send(endpoint, here)).status).toBe(401)
    expect((await send(endpoint, here, await as(here.people.AdminUnitService))).status).toBe(401)
    expect((await send(endpoint, here, { authorization: here.key.bearer })).status).toBe(401)
    expect((await send(endpoint, here, here.link.headers)).status).toBe(401)
    for (const [kind, link] of Object.entries({ ...byKind, wallboard: here.link }))
      expect({ kind, isRefused: (await send(endpoint, here, headersOf(permission, link))).status === 401 }).toEqual({
        kind,
        isRefused: kind !== permission,
      })
    expect((await send(endpoint, here, headersOf(permission, { ...byKind[permission], secret: 'x'.repeat(32) }))).status).toBe(401)
  })
})
