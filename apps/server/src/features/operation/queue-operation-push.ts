import { screens } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { providerId } from '../../shared/organisation/keys.ts'

type Words = { readonly title: string; readonly body: string }

/** Queues a notice for the browsers of service administrators that leads to 稼働状況. */
export const queueOperationPush = (context: Pick<Context, 'db' | 'config'>, userIds: readonly number[], { title, body }: Words, at: Date) =>
  queuePush(
    context,
    userIds.map((userId) => ({
      companyId: providerId,
      userId,
      at,
      payload: {
        title,
        body,
        url: screens.operation.path,
        tag: 'operation',
        level: null,
        emergency: false,
        drill: false,
        at: toJapanIso(at),
      },
    })),
  )
