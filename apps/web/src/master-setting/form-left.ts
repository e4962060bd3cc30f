import { screenSearch } from '@mimamori/contract/screen-search'
import type { SettingOwner } from '@mimamori/contract/settings'
import { readSearch } from '../platform/screen.ts'

type Move = {
  readonly owner: SettingOwner
  /** Whose settings the form holds. */
  readonly id: number
  readonly viewer: { readonly companyId: number | null; readonly officeId: number | null }
  /** The requested search of the same screen. */
  readonly next: Record<string, unknown>
}

/**
 * Whether another search of the screen takes the form away. Anyone who has a site or company of their own stays with it,
 * whatever the address asks for; to others the form is that of the address, and without one it goes.
 */
export const isFormLeft = ({ owner, id, viewer, next }: Move): boolean =>
  owner === 'office'
    ? viewer.officeId === null && readSearch(screenSearch.officeSetting, next).officeId !== id
    : viewer.companyId === null && readSearch(screenSearch.companySetting, next).companyId !== id
