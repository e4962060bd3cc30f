import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readingKinds } from './ingest.ts'
import { admins } from './role.ts'
import { Instant, listOf, wireInteger, wireText } from './wire.ts'

/** A device that sends with the key of a site and is not registered there: its readings are not stored. */
export const UnregisteredDevice = z.object({
  kind: z.enum(readingKinds),
  serialNumber: z.string(),
  /** When it was heard last, to the minute. */
  heardAt: Instant,
  /** Minutes between its readings, where it says so. */
  intervalMinutes: z.number().nullable(),
  /** False where no device of its kind can have such a number. */
  isRegistrable: z.boolean(),
})
export type UnregisteredDevice = z.infer<typeof UnregisteredDevice>

/** So many of a site are kept, and registered by one call. */
export const mostUnregistered = 200

const chosen = z.object({ kind: z.enum(readingKinds), serialNumber: wireText.pipe(z.string().min(1).max(100)) })

export const unregisteredDevice = {
  list: endpoint({
    method: 'GET',
    path: '/api/UnregisteredDevice',
    permission: admins,
    summary: '拠点の受信キーで24時間以内に送ってきた、登録のない機器。測定値は保存されていない。種別、番号の順。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    answer: listOf(UnregisteredDevice),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/UnregisteredDevice/Register',
    permission: admins,
    summary: '送ってきている機器をまとめて登録する。親機・子機は親機になる。その間に登録されたもの、送ってきていないものは数えない。',
    body: z.object({ officeId: wireInteger(1).optional(), devices: z.array(chosen).min(1).max(mostUnregistered) }),
    answer: z.object({ registered: z.number().int() }),
    once: true,
  }),
}
