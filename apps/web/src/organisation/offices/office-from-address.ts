import { officeSearch } from '@mimamori/contract/screen-search'
import { useMemo } from 'react'
import { useSearchOf } from '../../platform/screen.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useOffices } from './office-choices.ts'

type OfficeSearch = { readonly companyId: number | null; readonly officeId: number | null }

/**
 * The office that an address asks for (`OfficeId`, or `OfficeCode`, the base code), else the viewer's own office. One out
 * of reach, or a code that several offices have, is as if it were not asked for. Undefined until the offices are known.
 */
export const useOfficeFromAddress = (): OfficeSearch | undefined => {
  const viewer = useViewer()
  const offices = useOffices()
  const { OfficeId: officeId, OfficeCode: officeCode } = useSearchOf(officeSearch)
  return useMemo(() => {
    const own = { companyId: viewer.companyId, officeId: viewer.officeId }
    if (viewer.officeId !== null || (officeId === undefined && officeCode === undefined)) return own
    if (offices === undefined) return undefined
    const found = offices.filter((office) => (officeId === undefined ? office.baseCode === officeCode : office.officeId === officeId))
    // Base codes are unique within a company only: where several have this one, the person chooses.
    return found.length === 1 && found[0] !== undefined ? found[0] : own
  }, [viewer, offices, officeId, officeCode])
}

/** The office that an address names beside a serial, as the calls by serial take it: several offices may have the same one. */
export const useOfficeIdFromAddress = (): { readonly officeId: number | undefined } => {
  const { OfficeId } = useSearchOf(officeSearch)
  return { officeId: OfficeId }
}
