import { useMemo } from 'react'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { usePlaces } from './places.ts'

type AskedOffice = { readonly companyId: number | null; readonly officeId: number | null }

/**
 * The site that an address asks for (`OfficeId`, or `OfficeCode`, the base code), else the viewer's own place. One out
 * of reach is as if it were not asked for. Undefined until the sites are known.
 */
export const useAskedPlace = (): AskedOffice | undefined => {
  const viewer = useViewer()
  const places = usePlaces()
  const { OfficeId: officeId, OfficeCode: officeCode } = useScreenSearch('groupImport')
  return useMemo(() => {
    const own = { companyId: viewer.companyId, officeId: viewer.officeId }
    if (viewer.officeId !== null || (officeId === undefined && officeCode === undefined)) return own
    if (places === undefined) return undefined
    return places.find((place) => (officeId === undefined ? place.baseCode === officeCode : place.officeId === officeId)) ?? own
  }, [viewer, places, officeId, officeCode])
}

/** The site that an address names beside a serial, as the calls by serial take it: several sites may have the same one. */
export const useNamedOffice = (): { readonly officeId: number | undefined } => {
  const { OfficeId } = useScreenSearch('heatWatcherEdit')
  return { officeId: OfficeId }
}
