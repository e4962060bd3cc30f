import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Instant } from './wire.ts'

/** Days for which what was sent is kept, and can be sent again. */
export const replayDays = 30

/** At most so many events are sent again at once. */
export const mostReplayed = 10_000

const byId = { params: z.object({ id: z.string().min(1).max(100) }) }
const path = '/api/NotificationChannel/:id'

/** What webhooks alone can do of the notification channels (通知先). */
export const webhook = {
  rotate: endpoint({
    method: 'POST',
    path: `${path}/Rotate`,
    permission: admins,
    summary: 'Webhookの合言葉を作り直す。新しいものはこの答えにだけある。前の合言葉でも、formerUntil まで署名する。',
    ...byId,
    answer: z.object({ id: z.string(), secret: z.string(), formerUntil: Instant }),
  }),
  replay: endpoint({
    method: 'POST',
    path: `${path}/Replay`,
    permission: admins,
    summary: 'Webhookに、from から to の前までに起きたことを、同じ番号でもう一度送る。30日前まで、一度に10,000件まで。',
    ...byId,
    body: z
      .object({ from: Instant, to: Instant })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], params: { rule: 'replayRange' } }),
    answer: z.object({ count: z.number().int() }),
  }),
}
