import { mergeAddresses } from '@mimamori/contract/mail-address'
import { isPlanKind, mostScheduleAddresses, ReportScheduleDraft, type ScheduleKind } from '@mimamori/contract/report-schedule'
import { addressFault } from '@mimamori/contract/setting-faults'
import { splitAddresses } from '@mimamori/contract/settings'
import { z } from 'zod'
import type { FieldErrors } from '../kit/form/check.ts'

type Recipients = {
  readonly addresses?: string | null | undefined
  /** Separated by commas. */
  readonly roles?: string | null | undefined
  readonly kind?: ScheduleKind | null | undefined
}

/** What is wrong with the addresses, and what to do; undefined where nothing is. A plan may go to roles alone. */
export const addressesFault = ({ addresses: text, roles, kind }: Recipients): string | undefined => {
  const addresses = mergeAddresses(splitAddresses(text ?? ''))
  const isPlan = kind !== null && kind !== undefined && isPlanKind(kind)
  if (addresses.length === 0) {
    if (!isPlan) return '1件以上入力してください。'
    return (roles ?? '') === '' ? '1件以上入力するか、役割を選んでください。' : undefined
  }
  const faults = addresses.flatMap((address) => addressFault(address) ?? [])
  if (faults.length > 0) return faults.join('')
  return addresses.length > mostScheduleAddresses ? `${mostScheduleAddresses}件までです。減らしてください。` : undefined
}

/** A schedule as its form holds it. */
export const ScheduleForm = ReportScheduleDraft.extend({
  addresses: z.string(),
  roles: z.string(),
  enabled: z.enum(['1', '0']),
})

/** Names each address that no mail reaches. */
export const amendFaults = (errors: FieldErrors, draft: Recipients): FieldErrors => {
  const fault = addressesFault(draft)
  return fault === undefined ? errors : { ...errors, addresses: fault }
}
