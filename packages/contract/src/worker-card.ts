import { z } from 'zod'
import { readCard } from './card-code.ts'
import { endpoint } from './endpoint.ts'
import { Pin } from './pin.ts'
import { admins, leaders } from './role.ts'
import { SignIn } from './session.ts'
import { Instant, wireFlag, wireInteger } from './wire.ts'

/** Who sees to cards and PINs: administrators within their scope, leaders within their group, as for the hand-out. */
const keepers = [...admins, ...leaders] as const

/** So long a worker may choose their PIN after a leader or administrator allowed it. Project choice. */
export const pinWindowMinutes = 30

/** On a shared device a session ends after so long without a touch. Project choice. */
export const sharedIdleMinutes = 3

/**
 * The PIN of a card: no card that signs in was printed; none chosen; may be chosen now; chosen; locked after wrong tries.
 */
export const pinStates = ['noCard', 'none', 'open', 'set', 'locked'] as const
export type PinState = (typeof pinStates)[number]

/** What was scanned, or typed. */
export const CardText = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => readCard(text) !== 'handOutOnly', { params: { rule: 'cardHandOutOnly' }, abort: true })
  .refine((text) => readCard(text) !== undefined, { params: { rule: 'card' } })

const Card = CardText.transform((text) => {
  const card = readCard(text)
  return card === undefined || card === 'handOutOnly' ? z.NEVER : card
})

/** True on a device that several people use: the session ends by itself. */
const isShared = wireFlag.default(false)

export const CardPin = z.object({ card: Card, pin: Pin, isShared })

/** A first PIN. Typed twice, since nobody can read it back. */
export const FirstPin = z
  .object({ card: Card, pin: Pin, confirmPin: Pin, isShared })
  .refine((given) => given.pin === given.confirmPin, { path: ['confirmPin'], params: { rule: 'confirmPin' }, when: () => true })

/** One person, or all of a group who have no PIN yet. */
const WhosePin = z
  .object({ userId: wireInteger(1).nullish(), groupId: wireInteger(1).nullish() })
  .refine(({ userId, groupId }) => (userId == null) !== (groupId == null), { params: { rule: 'whosePin' } })

export const workerCard = {
  look: endpoint({
    method: 'POST',
    path: '/api/Authenticate/Card',
    permission: 'public',
    summary: '作業者証を確かめ、PINを入力する（set）か、決める（open）か、まだ決められない（none）かを答える。',
    body: z.object({ card: Card }),
    answer: z.object({ pin: z.enum(['none', 'open', 'set']) }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/Authenticate/CardSignIn',
    permission: 'public',
    summary: '作業者証とPINでサインインする。10回続けてPINを誤ると、このカードはロックされる。権限はつねに作業者のもの。',
    body: CardPin,
    answer: SignIn,
  }),
  choosePin: endpoint({
    method: 'POST',
    path: '/api/Authenticate/CardPin',
    permission: 'public',
    summary: 'はじめてのPINを決めてサインインする。職長か管理者が許可してから30分の間だけ。',
    body: FirstPin,
    answer: SignIn,
  }),
  allowPin: endpoint({
    method: 'POST',
    path: '/api/WorkerCard/Pin',
    permission: keepers,
    summary: 'PINを決めることを30分許可する。1人なら、いまのPINとロックは消える。グループなら、PINがまだない全員に許可する。',
    body: WhosePin,
    answer: z.object({ count: z.number().int(), until: Instant }),
  }),
  show: endpoint({
    method: 'POST',
    path: '/api/WorkerCard/Show',
    permission: keepers,
    summary: '作業者証のQRコードの内容とサインイン番号。まだなければ作る。表示は操作の記録に残る。',
    body: z.object({ officeId: wireInteger(1).optional(), userId: wireInteger(1) }),
    answer: z.object({ text: z.string(), signInNumber: z.string() }),
  }),
  reissue: endpoint({
    method: 'POST',
    path: '/api/WorkerCard/Reissue',
    permission: keepers,
    summary: 'なくした作業者証を無効にし、新しいものを作る。PINと、カードでのログインも終わる。',
    body: z.object({ userId: wireInteger(1) }),
    answer: z.object({ userId: z.number().int() }),
  }),
}

/** The part of a person's row that is about their card. */
export const CardOfWearer = {
  pin: z.enum(pinStates),
  /** Until when a PIN may be chosen, or the lock holds; null in any other state. */
  pinUntil: Instant.nullable(),
}
