import { mergeAddresses } from '@mimamori/contract/mail-address'
import { mostScheduleAddresses, ReportScheduleDraft } from '@mimamori/contract/report-schedule'
import { addressFault } from '@mimamori/contract/setting-faults'
import { splitAddresses } from '@mimamori/contract/settings'
import { z } from 'zod'
import type { FieldErrors } from '../kit/form/check.ts'

/** What is wrong with the addresses, and what to do; undefined where nothing is. */
export const addressesFault = (text: string): string | undefined => {
  const addresses = mergeAddresses(splitAddresses(text))
  if (addresses.length === 0) return '1件以上入力してください。'
  const faults = addresses.flatMap((address) => addressFault(address) ?? [])
  if (faults.length > 0) return faults.join('')
  return addresses.length > mostScheduleAddresses ? `${mostScheduleAddresses}件までです。減らしてください。` : undefined
}

/** A schedule as its form holds it. */
export const ScheduleForm = ReportScheduleDraft.extend({
  addresses: z.string().refine((text) => addressesFault(text) === undefined),
  enabled: z.enum(['1', '0']),
})

/** Names each address that no mail reaches. */
export const amendFaults = (errors: FieldErrors, { addresses }: { readonly addresses?: string | null | undefined }): FieldErrors => {
  const fault = addressesFault(addresses ?? '')
  return fault === undefined ? errors : { ...errors, addresses: fault }
}
