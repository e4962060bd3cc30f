import { endpoints } from '@mimamori/contract/endpoints'
import type { DisplayItem, DisplayType } from '@mimamori/contract/display-items'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../platform/query.ts'

const { ofOffice, ofCompany } = endpoints.masterSetting

/** Whose lists these are: of one site; else of a company's; else of several companies'. */
export type ListOwner = { readonly officeId?: number | null | undefined; readonly companyId?: number | null | undefined }

/** Whether a list shows an item. */
export type Shows<Type extends DisplayType> = (item: DisplayItem<Type>) => boolean

/**
 * Which items a list shows, by the master settings of its site, else of its company; all of them where it is of several
 * companies, and until the settings are known: a list of people in need waits for nothing.
 */
export const useDisplayItems = <Type extends DisplayType>(type: Type, { officeId, companyId }: ListOwner): Shows<Type> => {
  const ofOne = officeId ?? undefined
  const ofAll = ofOne === undefined ? (companyId ?? undefined) : undefined
  const office = useQuery({ ...queryOf(ofOffice, { params: { id: ofOne ?? 0 }, query: { type } }), enabled: ofOne !== undefined })
  const company = useQuery({ ...queryOf(ofCompany, { params: { id: ofAll ?? 0 }, query: { type } }), enabled: ofAll !== undefined })
  const rows = ofOne === undefined ? company.data : office.data
  return useMemo(() => {
    const hidden = new Set(rows?.filter(({ value }) => value === '0').map(({ key }) => key))
    return (item) => !hidden.has(item)
  }, [rows])
}
