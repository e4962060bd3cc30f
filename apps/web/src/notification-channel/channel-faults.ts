import { labels } from '@mimamori/contract/labels'
import { keysOf } from '@mimamori/contract/typed-lists'
import type { FieldErrors } from '../kit/form/check.ts'
import { AnswerError } from '../platform/call-error.ts'
import { type ChannelVariant, fieldsOf } from './channel-draft.ts'

const label = labels.notificationChannel

/** What the server refuses by a field's name, at that field; undefined where something of it belongs to none that is shown. */
export const channelFaults = (error: unknown, variant: ChannelVariant): FieldErrors | undefined => {
  if (!(error instanceof AnswerError) || error.status !== 400) return undefined
  const shown = ['name', 'hours', 'withNames', ...keysOf(fieldsOf(variant))] as const
  const faults = error.lines.map(({ text }) =>
    shown.flatMap((field) => (text.startsWith(`${label[field]}：`) ? [[field, text.slice(label[field].length + 1)] as const] : [])),
  )
  return faults.length > 0 && faults.every((own) => own.length > 0) ? Object.fromEntries(faults.flat()) : undefined
}
