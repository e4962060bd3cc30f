import type { UseNavigateResult } from '@tanstack/react-router'

type Go = UseNavigateResult<string>

let lead: Go | undefined

/** Says who leads to another screen: the router, or before it is there what is shown in its place. */
export const leadBy = (leader: Go): void => void (lead = leader)

/**
 * Leads to another screen. For the parts of the home and its frame, which show before the router is loaded; screens take `useNavigate`.
 */
export const go = ((options: never) => {
  if (lead === undefined) throw new Error('nobody leads to another screen')
  return lead(options)
}) as Go
