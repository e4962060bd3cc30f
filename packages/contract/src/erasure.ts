import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { roles } from './role.ts'
import { Day, Instant, Nothing, wireInteger } from './wire.ts'

/** Who may erase a person's data, and hold it. */
export const erasers = ['AdminUnitService', 'AdminUnitContract'] as const

/** Until when a person's data must not be erased, and why. */
export const PersonHold = z.object({
  reason: z.string(),
  /** The last day in Japan on which it holds. */
  endsOn: Day,
  heldAt: Instant,
  /** Who set it. */
  heldBy: z.string(),
})
export type PersonHold = z.infer<typeof PersonHold>

/** What a hold is set with. */
export const HoldDraft = z.object({ reason: requiredText(200), endsOn: Day })

/** How somebody outside came to hold what names the person. */
export const outsideKinds = ['mail', 'push', 'channel', 'file', 'provider'] as const
export type OutsideKind = (typeof outsideKinds)[number]

/** Somebody who holds what names the person where an erasure does not reach: receivers of mails and notices, who took files. */
export const OutsideHolder = z.object({
  kind: z.enum(outsideKinds),
  /** A mail address, a person's name, the name of a notification channel, or the address of an identity provider. */
  who: z.string(),
  /** What was taken, of files; else null. */
  what: z.string().nullable(),
  count: z.number().int(),
  lastAt: Instant.nullable(),
})
export type OutsideHolder = z.infer<typeof OutsideHolder>

/** The state of the erasure of one person's data. */
export const Erasure = z.object({
  userId: z.number().int(),
  /** The name to type for confirmation; of an erased person and of everybody else, the placeholder. */
  userName: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  roleJp: z.string(),
  companyName: z.string().nullable(),
  officeName: z.string().nullable(),
  isDeleted: z.boolean(),
  /** Null until it is done. */
  erasedAt: Instant.nullable(),
  /** Why it would be refused now, a sentence each. */
  hindrances: z.array(z.string()),
  /** Null where none is in force. */
  hold: PersonHold.nullable(),
  outside: z.array(OutsideHolder),
})
export type Erasure = z.infer<typeof Erasure>

/** The login ID as it was typed, the second asking. */
export const EraseRequest = z.object({
  userName: z
    .string()
    .transform((text) => text.normalize('NFKC').trim())
    .pipe(z.string().min(1).max(255)),
})

const person = z.object({ id: wireInteger(1) })

export const erasure = {
  one: endpoint({
    method: 'GET',
    path: '/api/UserRole/:id/Erasure',
    permission: erasers,
    summary: '個人データの消去の状態。削除した人も含む。消去できない理由と、消去の届かない先を示す。',
    params: person,
    answer: Erasure,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/UserRole/:id/Erase',
    permission: erasers,
    summary: '個人データを消去する。userName に本人のログインIDを入れる。アラートの対応中と保全中は409。元に戻せない。',
    params: person,
    body: EraseRequest,
    answer: Erasure,
  }),
  hold: endpoint({
    method: 'PUT',
    path: '/api/UserRole/:id/Hold',
    permission: erasers,
    summary: '個人データを保全する。期限の日まで、消去も削除もできない。すでに保全中なら、理由と期限を置き換える。',
    params: person,
    body: HoldDraft,
    answer: PersonHold,
  }),
  release: endpoint({
    method: 'DELETE',
    path: '/api/UserRole/:id/Hold',
    permission: erasers,
    summary: '個人データの保全を解く。保全中でなければ、何もしない。',
    params: person,
    answer: Nothing,
  }),
}
