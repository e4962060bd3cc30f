import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Instant, listOf, Nothing, wireInteger } from './wire.ts'

/** A sign-in that is open: the person can continue without their password, or is still sent notices there. */
export const OpenSession = z.object({
  sessionId: z.uuid(),
  /** The browser and the system it runs on, in words. */
  browser: z.string(),
  /** Network address of the sign-in; null for sessions from before it was kept. */
  address: z.string().nullable(),
  /** Network address of the last renewal, which comes every quarter of an hour while the console is open. */
  lastAddress: z.string().nullable(),
  signedInAt: Instant,
  /** The last renewal: the session has been used until a quarter of an hour after it at the most. */
  usedAt: Instant,
  /** Until when it continues without the password; earlier than now where it is kept for its notices alone. */
  expiresAt: Instant,
  /** The session that asks. */
  isCurrent: z.boolean(),
  /** Notices of alerts go to its browser. */
  receivesNotices: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const person = z.object({ id: wireInteger(1) })
const sessionId = z.uuid()

export const sessions = {
  own: endpoint({
    method: 'GET',
    path: '/api/Session',
    permission: 'session',
    lane: 'session',
    summary: '自分のログイン中の端末。',
    answer: listOf(OpenSession),
  }),
  endOwn: endpoint({
    method: 'DELETE',
    path: '/api/Session/:sessionId',
    permission: 'session',
    lane: 'session',
    summary: '自分のログインを1つ終える。',
    params: z.object({ sessionId }),
    answer: Nothing,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/Session',
    permission: 'session',
    lane: 'session',
    summary: 'このログインのほかの、自分のログインをすべて終える。',
    answer: Nothing,
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/api/UserRole/Session/:id',
    permission: admins,
    summary: '管理する利用者のログイン中の端末。',
    params: person,
    answer: listOf(OpenSession),
  }),
  endOfPerson: endpoint({
    method: 'DELETE',
    path: '/api/UserRole/Session/:id/:sessionId',
    permission: admins,
    summary: '管理する利用者のログインを1つ終える。',
    params: person.extend({ sessionId }),
    answer: Nothing,
  }),
  endAllOfPerson: endpoint({
    method: 'DELETE',
    path: '/api/UserRole/Session/:id',
    permission: admins,
    summary: '管理する利用者のログインをすべて終える。',
    params: person,
    answer: Nothing,
  }),
}
