import type { UserRole } from '@mimamori/contract/user-role'
import { layerDraft } from '../organisation/heat-fields.tsx'
import { accountDraft } from '../organisation/save-account.ts'
import { dateOf } from '../platform/japan-time.ts'

const dayOf = (instant: string | null | undefined) => (instant === null || instant === undefined ? null : dateOf(Date.parse(instant)))

/** Where somebody new is to belong. */
export type WorkerPlace = { readonly companyId: number | null; readonly officeId: number | null }

/** What the worker form begins with: a record, or somebody new at a place. */
export const workerDraft = (record: UserRole | undefined, place: WorkerPlace) => ({
  ...accountDraft(record),
  companyId: record?.companyId ?? place.companyId,
  officeId: record?.officeId ?? place.officeId,
  workerCode: record?.workerCode ?? '',
  gender: record?.gender ?? null,
  dateOfBirth: record?.dateOfBirth ?? null,
  affiliation1: record?.affiliation1 ?? '',
  affiliation2: record?.affiliation2 ?? '',
  affiliation3: record?.affiliation3 ?? '',
  meditagId: record?.meditagId ?? null,
  meditagType: record?.meditagType ?? null,
  safetyBeltId: record?.safetyBeltId ?? null,
  safetyBeltType: record?.safetyBeltType ?? null,
  consentAt: dayOf(record?.consentAt),
  consentWithdrawnAt: dayOf(record?.consentWithdrawnAt),
  firstExposureOn: record?.firstExposureOn ?? null,
  ...layerDraft({
    metabolicClass: record?.metabolicClass ?? null,
    acclimatised: record?.acclimatised ?? null,
    clothing: record?.clothing ?? null,
  }),
})
