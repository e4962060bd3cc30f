import { screens } from '@mimamori/contract/screens'
import type { ReactNode } from 'react'
import { ScreenLink } from '../kit/screen-link.tsx'

type Person = {
  readonly userId: number
  readonly baseName: string | null
  readonly groupName: string | null
}

/** The address of a person's condition, as every list and other systems write it. */
export const detailSearch = (person: Person, alert?: { readonly timeAlert: string; readonly dayAlert: string }) => ({
  UserId: person.userId,
  OfficeName: person.baseName ?? undefined,
  GroupName: person.groupName ?? undefined,
  ...alert,
})

type Props = { readonly person: Person; readonly className?: string | undefined; readonly children: ReactNode }

/** Leads to a person's condition. */
export const WorkerLink = ({ person, className, children }: Props) => (
  <ScreenLink to={screens.conditionDetail.path} search={detailSearch(person)} {...(className !== undefined && { className })}>
    {children}
  </ScreenLink>
)
