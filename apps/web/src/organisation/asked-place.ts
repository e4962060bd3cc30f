import { useMemo } from 'react'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { usePlaces } from './places.ts'

type AskedOffice = { readonly companyId: number | null; readonly officeId: number | null }

/**
 * The site that an address asks for (`OfficeId`, or `OfficeCode`, the base code), else the viewer's own place. One out
 * of reach, or a code that several sites have, is as if it were not asked for. Undefined until the sites are known.
 */
export const useAskedPlace = (): AskedOffice | undefined => {
  const viewer = useViewer()
  const places = usePlaces()
  const { OfficeId: officeId, OfficeCode: officeCode } = useScreenSearch('groupImport')
  return useMemo(() => {
    const own = { companyId: viewer.companyId, officeId: viewer.officeId }
    if (viewer.officeId !== null || (officeId === undefined && officeCode === undefined)) return own
    if (places === undefined) return undefined
    const found = places.filter((place) => (officeId === undefined ? place.baseCode === officeCode : place.officeId === officeId))
    // Base codes are unique within a company only: where several have this one, the person chooses.
    return found.length === 1 && found[0] !== undefined ? found[0] : own
  }, [viewer, places, officeId, officeCode])
}

/** The site that an address names beside a serial, as the calls by serial take it: several sites may have the same one. */
export const useNamedOffice = (): { readonly officeId: number | undefined } => {
  const { OfficeId } = useScreenSearch('heatWatcherEdit')
  return { officeId: OfficeId }
}
