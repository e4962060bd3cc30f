import { createHash } from 'node:crypto'
import type { PushNotice } from '@mimamori/contract'
import webPush from 'web-push'
import type { Wire } from './deliver.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** A browser as it is stored. */
export type Browser = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export type Signer = VapidKeys & { readonly subject: string }

// Push services take 4,096 bytes, the encryption's own included.
const mostBytes = 3_000

/** The text of a notice; one too long for a push service leaves its body behind, since the title says what matters. */
const textOf = (notice: PushNotice): string => {
  const text = JSON.stringify(notice)
  return Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({ ...notice, body: '' })
}

/** A push service that could not reach the browser yet keeps one notice a topic, the last. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** A sleeping phone is woken at once, except for what can wait a while. */
const urgencyOf = ({ emergency, level, quiet }: PushNotice) =>
  quiet === true || (!emergency && level !== null && level <= 1) ? 'normal' : 'high'

/**
 * Encrypts a notice for one browser (RFC 8291) and signs it (RFC 8292).
 * @param ttlSeconds how long the push service keeps it for a browser that is away
 * @throws where the browser's keys are none
 */
export const wireOf = (notice: PushNotice, { endpoint, p256dh, auth }: Browser, signer: Signer, ttlSeconds: number): Wire => {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, textOf(notice), {
    vapidDetails: signer,
    contentEncoding: 'aes128gcm',
    TTL: ttlSeconds,
    urgency: urgencyOf(notice),
    topic: topicOf(notice.tag),
  })
  return { endpoint, headers, body: body ?? Buffer.alloc(0) }
}
