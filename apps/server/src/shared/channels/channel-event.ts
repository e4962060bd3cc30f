import type { AlertEventType, WebhookAlert, WebhookBody, WebhookPlan } from '@mimamori/contract'
import { surnameOf } from '../organisation/surname.ts'

/**
 * An event as it waits for a webhook. Whom it is about is no part of its data: the name is read as it leaves, so that a name that was
 * erased, or is not to be sent any more, leaves with no later attempt.
 */
export type ChannelEvent =
  | {
      readonly form: 'event'
      readonly type: AlertEventType
      /** When it happened, ISO 8601 with +09:00. */
      readonly timestamp: string
      readonly data: Omit<WebhookAlert, 'worker'>
      readonly workerCode: string | null
      readonly isOfPerson: boolean
    }
  | { readonly form: 'event'; readonly type: 'plan.issued'; readonly timestamp: string; readonly data: WebhookPlan }

/** The body that a webhook is sent. `fullName`: of whom the alert is; null where names do not go to this channel. */
export const webhookBodyOf = (event: ChannelEvent, fullName: string | null): WebhookBody => {
  const { type, timestamp } = event
  if (event.type === 'plan.issued') return { type: event.type, timestamp, data: event.data }
  const { data, workerCode, isOfPerson } = event
  const worker = isOfPerson ? { code: workerCode, name: fullName === null ? null : surnameOf(fullName) } : null
  return { type, timestamp, data: { ...data, worker } } as WebhookBody
}
