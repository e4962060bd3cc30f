import { type UserRole, WorkerDraft } from '@mimamori/contract/person'
import { draftOf } from '../kit/form/draft-of.ts'
import { layerDraft } from '../organisation/heat-profile/heat-fields.tsx'
import { dateOf } from '../platform/japan-time.ts'

const dayOf = (instant: string | null | undefined) => (instant === null || instant === undefined ? null : dateOf(Date.parse(instant)))

/** Where somebody new is to belong. */
export type WorkerOffice = { readonly companyId: number | null; readonly officeId: number | null }

/** What the worker form begins with: a record, or somebody new at an office. */
export const workerDraft = (record: UserRole | undefined, office: WorkerOffice) => ({
  ...draftOf(WorkerDraft, record ?? office),
  heartJudged: record?.heartJudged ?? true,
  consentAt: dayOf(record?.consentAt),
  consentWithdrawnAt: dayOf(record?.consentWithdrawnAt),
  ...(record !== undefined && layerDraft(record)),
})
