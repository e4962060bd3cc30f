import { message } from '@mimamori/contract/messages'
import type { UserRole } from '@mimamori/contract/person'

type Place = { readonly companyId: number | null }

/** What to say before an account goes to another company: it ends where it was, and starts without history. */
export const companyCaution = ({ companyId }: Place, record: UserRole | undefined): string | undefined =>
  record === undefined || record.companyId === companyId ? undefined : message('leavesCompany', { name: record.fullName })

/** All that is to be said before saving, as a form takes it. */
export const cautionOf = (cautions: readonly (string | undefined)[]): string | true =>
  cautions.filter((caution) => caution !== undefined).join('\n\n') || true

/** Whether saving made another account of it. */
export const isAnotherThan =
  (record: UserRole | undefined) =>
  (saved: UserRole): boolean =>
    record !== undefined && saved.userId !== record.userId
