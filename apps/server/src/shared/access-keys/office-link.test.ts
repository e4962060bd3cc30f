import { endpoint, type HeaderLinkKind, linkHeaders, linkKinds } from '@mimamori/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttp } from '../../platform/http/http.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { route } from '../../platform/http/route.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { admission } from '../../platform/traffic/admission-policy.ts'
import { makeOffice, makeOfficeLink, makeUser, signInAs } from '../organisation/test-factories.ts'
import { findOfficeLink } from './office-link.ts'

const made = await createTestContext()
const { context, time } = made
const { db, pool } = context
const office = await makeOffice(db)
let app: FastifyInstance

const paths = { poster: '/api/by-poster', morningCheck: '/api/by-check' } as const

beforeAll(async () => {
  app = await createHttp(context.config, context.log)
  const caller = z.object({ keys: z.array(z.string()), officeId: z.number() })
  const routes = (['poster', 'morningCheck'] as const).map((permission) =>
    route(endpoint({ method: 'GET', path: paths[permission], permission, summary: '', answer: caller }), 'office', async (call) => ({
      keys: Object.keys(call).filter((key) => ['actor', 'reader', 'sender', 'link'].includes(key)),
      officeId: call.link.officeId,
    })),
  )
  registerRoutes(app, context, routes, async () => undefined, findOfficeLink)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await made.drop()
})

const ask = (kind: HeaderLinkKind, text: string, remoteAddress = '192.0.2.1') =>
  app.inject({ method: 'GET', url: paths[kind], headers: { [linkHeaders[kind]]: text }, remoteAddress })

test('a link opens the calls of its own kind, as its site and as nobody', async () => {
  for (const kind of linkKinds) {
    const { linkId, secret } = await makeOfficeLink(db, office.office_id, { kind })
    for (const other of linkKinds) {
      const link = await findOfficeLink(pool, other, linkId, secret, time.now)
      expect(link).toEqual(other === kind ? { kind, linkId, companyId: office.company_id, officeId: office.office_id } : undefined)
    }
    for (const call of ['poster', 'morningCheck'] as const)
      expect((await ask(call, `${linkId}.${secret}`)).statusCode).toBe(call === kind ? 200 : 401)
  }
  const { linkId, secret } = await makeOfficeLink(db, office.office_id, { kind: 'poster' })
  expect((await ask('poster', `${linkId}.${secret}`)).json()).toEqual({ keys: ['link'], officeId: office.office_id })
})

test('a session, another secret, a revoked link, one at its end and one of an archived site open nothing', async () => {
  const admin = await makeUser(db, 'AdminUnitService')
  const { headers } = await signInAs(context, admin.user_id)
  expect((await app.inject({ method: 'GET', url: paths.poster, headers })).statusCode).toBe(401)
  const archived = await makeOffice(db, { company_id: office.company_id, archived_at: time.now })
  const values = { kind: 'poster' } as const
  const links = [
    await makeOfficeLink(db, office.office_id, { ...values, revoked_at: time.now }),
    await makeOfficeLink(db, office.office_id, { ...values, ends_at: time.now }),
    await makeOfficeLink(db, archived.office_id, values),
    { ...(await makeOfficeLink(db, office.office_id, values)), secret: 'x'.repeat(32) },
  ]
  for (const { linkId, secret } of links) expect((await ask('poster', `${linkId}.${secret}`)).statusCode).toBe(401)
  for (const text of ['', '.', 'a.', '.b', 'a.b.c', 'no']) expect((await ask('poster', text)).statusCode).toBe(401)
})

test('wrong links of a network are bounded, and a good one is answered all the same', async () => {
  const { linkId, secret } = await makeOfficeLink(db, office.office_id, { kind: 'poster' })
  const carrier = '192.0.2.77'
  const most = admission.publicCalls.most
  const statuses = new Map<number, number>()
  for (let n = 0; n < most + 5; n += 1) {
    const { statusCode } = await ask('poster', `${linkId}.wrong${n}`, carrier)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: most, 429: 5 })
  expect((await ask('poster', `${linkId}.${secret}`, carrier)).statusCode).toBe(200)
})
