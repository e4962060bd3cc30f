import { useEffect } from 'react'
import { lastPage } from './list-params.ts'

type Paged = { readonly page: number; readonly pageSize: number; readonly setPage: (page: number) => void }
type Answer = { readonly data: readonly unknown[]; readonly count: number }

/** Goes a page back where the last row of the last page was deleted and there is nothing to see. */
export const useStepBack = ({ page, pageSize, setPage }: Paged, answer: Answer | undefined): void => {
  const isEmpty = answer !== undefined && answer.data.length === 0 && page > 1
  const backTo = isEmpty ? Math.min(page - 1, lastPage(answer.count, pageSize)) : undefined
  useEffect(() => {
    if (backTo !== undefined) setPage(backTo)
  }, [backTo, setPage])
}
