import { wireInteger } from '@mimamori/contract/wire'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { readList } from '../kit/list-params.ts'
import { useViewer } from '../platform/viewer.ts'
import { usePlaces } from './places.ts'

type AskedPlace = { readonly companyId: number | null; readonly officeId: number | null }

const spec = { filters: z.object({ officeId: wireInteger(1), officeCode: z.string() }), sortKeys: [] }

/**
 * The site that an address asks for (`OfficeId`, or `OfficeCode`, the base code), else the viewer's own place. One out
 * of reach is as if it were not asked for. Undefined until the sites are known.
 */
export const useAskedPlace = (search: Record<string, unknown>): AskedPlace | undefined => {
  const viewer = useViewer()
  const places = usePlaces()
  return useMemo(() => {
    const { officeId, officeCode } = readList(spec, search).filters
    const own = { companyId: viewer.companyId, officeId: viewer.officeId }
    if (viewer.officeId !== null || (officeId === undefined && officeCode === undefined)) return own
    if (places === undefined) return undefined
    return places.find((place) => (officeId === undefined ? place.baseCode === officeCode : place.officeId === officeId)) ?? own
  }, [viewer, places, search])
}

/** The site that an address names beside a serial, as the calls by serial take it: several sites may have the same one. */
export const useNamedOffice = (): { readonly officeId: number | undefined } => {
  const { officeId } = readList(spec, useSearch({ strict: false })).filters
  return { officeId }
}
