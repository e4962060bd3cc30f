import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, Nothing } from './wire.ts'

/**
 * What a notice to a browser carries. Anyone who sees a locked phone reads the title and the body: the title says urgency,
 * place, group and time, the body the name, and neither says vital signs.
 */
export const PushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a tap leads: a path of the console. */
  url: z.string().regex(/^\/(?!\/)/),
  /** A notice takes the place of an earlier one with the same tag. */
  tag: z.string(),
  level: z.number().int().min(0).max(3).nullable(),
  emergency: z.boolean(),
  /** 訓練. */
  drill: z.boolean(),
  /** It can wait, and makes no sound: no alert, but something to read. */
  quiet: z.boolean().optional(),
  /** When it happened. */
  at: Instant,
})
export type PushNotice = z.infer<typeof PushNotice>

/** So many days after the last sign-in from a browser it is sent notices: a phone that nobody signs in on may be anybody's by then. */
export const noticeDays = 90

/** What a browser gives for itself, as its `PushSubscription.toJSON()` says it. */
const PushSubscription = z.object({
  endpoint: z.string().min(1).max(1_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
})

export const push = {
  state: endpoint({
    method: 'GET',
    path: '/api/Push/Subscription',
    permission: 'session',
    summary: '通知の公開鍵と、このログインで通知を受け取る宛先。公開鍵が null のときは、サーバーに送り主の設定がない。',
    answer: z.object({ publicKey: z.string().nullable(), endpoint: z.string().nullable() }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/Push/Subscription',
    permission: 'session',
    summary: 'このブラウザーで通知を受け取る。ほかの人が受け取っていたブラウザーは、自分のものになる。送り主の設定がなければ断る。',
    body: PushSubscription,
    answer: Nothing,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/Push/Subscription',
    permission: 'session',
    summary: 'このログインでの通知を止める。',
    answer: Nothing,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/Push/Test',
    permission: 'session',
    summary: '自分のこのブラウザーへ、ためしの通知を送る。受け取る設定がなければ queued は false。送り主の設定がなければ断る。',
    answer: z.object({ queued: z.boolean() }),
  }),
}
