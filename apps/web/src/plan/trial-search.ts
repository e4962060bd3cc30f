import type { Plan } from '@mimamori/contract/plan'
import type { SearchOf } from '../platform/screen.ts'

/** What the address tries for one group. */
export type TrialSearch = Pick<SearchOf<'plan'>, 'groupId' | 'metabolicClass' | 'acclimatised' | 'clothing' | 'from' | 'to' | 'breaks'>

export const noTrial: Required<{ [Key in keyof TrialSearch]: undefined }> = {
  groupId: undefined,
  metabolicClass: undefined,
  acclimatised: undefined,
  clothing: undefined,
  from: undefined,
  to: undefined,
  breaks: undefined,
}

/** Whether anything is tried: a group alone changes nothing. */
export const isTried = ({ groupId, ...values }: TrialSearch): boolean =>
  groupId !== undefined && Object.values(values).some((value) => value !== undefined)

/** The tried values that differ from what is saved for the group: after they were saved there, nothing is tried any more. */
export const unsavedTrial = (search: TrialSearch, { groups, workingHours }: Plan): TrialSearch => {
  const group = groups.find(({ groupId }) => groupId === search.groupId)
  if (group === undefined) return noTrial
  const unless = <Value>(value: Value, saved: Value): Value | undefined => (value === saved ? undefined : value)
  return {
    ...search,
    metabolicClass: unless(search.metabolicClass, group.metabolicClass),
    clothing: unless(search.clothing, group.clothing),
    acclimatised: unless(search.acclimatised, group.acclimatised ? '1' : '0'),
    from: unless(search.from, workingHours.opensAt),
    to: unless(search.to, workingHours.closesAt),
  }
}

/** A break as the address writes it: 12:00-13:00. */
export type Break = { readonly from: string; readonly to: string }

const clock = /^([01]\d|2[0-3]):[0-5]\d$/

/** The breaks of an address, without what is none. */
export const readBreaks = (text: string | undefined): Break[] =>
  (text ?? '').split(',').flatMap((part) => {
    const [from = '', to = ''] = part.split('-')
    return clock.test(from) && clock.test(to) ? [{ from, to }] : []
  })

/** The breaks for an address; undefined without any. */
export const writeBreaks = (breaks: readonly Break[]): string | undefined =>
  breaks.length === 0 ? undefined : breaks.map(({ from, to }) => `${from}-${to}`).join(',')

/** The values of an address as the call takes them. */
export const trialQuery = ({ breaks, acclimatised, groupId, metabolicClass, clothing, from, to }: TrialSearch) => ({
  groupId,
  metabolicClass,
  clothing,
  from,
  to,
  acclimatised: acclimatised === undefined ? undefined : acclimatised === '1',
  breaks: readBreaks(breaks).map((one) => `${one.from}-${one.to}`),
})
