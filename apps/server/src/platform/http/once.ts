import { createHash } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { message } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context, Db } from '../context.ts'
import type { Recurring } from '../database/recurring.ts'
import { badRequest } from '../errors.ts'
import { refusalOf } from './answer-error.ts'
import type { Actor } from './route.ts'

const lookAgainMs = 100
const looksAtMost = 50

const hashOf = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** Whether an error says for certain that nothing was stored. Where the connection to the database broke, a commit may have come through. */
const isUndone = (error: unknown) => {
  const refusal = refusalOf(error)
  return refusal !== undefined && refusal.status < 500
}

type Own = { readonly companyId: number; readonly userId: number; readonly keyHash: Buffer }

/** SQL: the row of an account's key. */
const isOwn = ({ companyId, userId, keyHash }: Own) =>
  sql<boolean>`k.company_id = ${companyId} and k.user_id = ${userId} and k.key_hash = ${keyHash}`

/** Keeps the key before anything is done: a process that is killed in between leaves it behind. @returns false where it is kept already */
const claim = async (db: Db, { companyId, userId, keyHash }: Own, requestHash: Buffer, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into kept_answer (company_id, user_id, key_hash, request_hash, made_at)
    values (${companyId}, ${userId}, ${keyHash}, ${requestHash}, ${at})
    on conflict do nothing returning key_hash`.execute(db)
  return rows.length > 0
}

/** What was answered to the first request with this key; waited for while that one is under way. */
const answerBefore = async (db: Db, own: Own, requestHash: Buffer): Promise<string> => {
  for (let look = 0; look < looksAtMost; look += 1) {
    const { rows } = await sql<{ is_same: boolean; answer: string | null }>`
      select k.request_hash = ${requestHash} as is_same, k.answer from kept_answer k where ${isOwn(own)}`.execute(db)
    const [storedAnswer] = rows
    // The first one was refused meanwhile.
    if (storedAnswer === undefined) break
    if (!storedAnswer.is_same) throw badRequest(message('keyOfAnother'))
    if (storedAnswer.answer !== null) return storedAnswer.answer
    await after(lookAgainMs)
  }
  throw badRequest(message('mayBeStored'))
}

/**
 * Does what a request asks for once for each key that its account sends along (`Idempotency-Key`), and answers the same again
 * for a day: anyone who never heard the answer sends the request again. Without a key it is simply done.
 * @throws Refusal 400 where the key came with another request, or where nobody knows how the first one ended
 */
export const once = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  request: FastifyRequest,
  work: () => Promise<string>,
): Promise<string> => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return work()
  const own = { companyId, userId, keyHash: hashOf(key) }
  // With the key, which is not stored: otherwise a password in the body could be guessed against the hash.
  const requestHash = hashOf(key, request.method, request.url, JSON.stringify(request.body))
  if (!(await claim(db, own, requestHash, clock()))) return answerBefore(db, own, requestHash)
  try {
    const answer = await work()
    await sql`update kept_answer k set answer = ${answer} where ${isOwn(own)}`.execute(db)
    return answer
  } catch (error) {
    if (isUndone(error)) await sql`delete from kept_answer k where ${isOwn(own)}`.execute(db)
    throw error
  }
}

/** Forgets answers after a day. */
export const forgetAnswersJob: Recurring = {
  name: 'forget-answers',
  everySeconds: 3_600,
  run: async ({ clock }, client) => {
    await client.query(`delete from kept_answer k where k.made_at < $1::timestamptz - interval '1 day'`, [clock()])
  },
}
