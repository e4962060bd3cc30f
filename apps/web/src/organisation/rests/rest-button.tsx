import CoffeeOutlined from '@ant-design/icons-svg/es/asn/CoffeeOutlined'
import type { HealthRow } from '@mimamori/contract/health-condition'
import type { ComponentProps } from 'react'
import { useOwnActions } from '../../platform/action-queue/own-actions.ts'
import { withUnsentRests } from './apply-unsent.ts'
import { endRestOf, type RestPerson, sendToRest } from './rest-actions.ts'
import { PlainButton } from '../../kit/plain-button.tsx'

type Props = Pick<ComponentProps<typeof PlainButton>, 'kind' | 'className'> & {
  readonly person: RestPerson & Pick<HealthRow, 'resting'>
  /** The word of the end, where it is clear beside it what ends. */
  readonly endWord?: string
}

/** Sends a person, who is named beside it, to rest, or ends their rest. */
export const RestButton = ({ person, endWord = '休憩を終える', ...look }: Props) => {
  const { waiting } = useOwnActions()
  const { resting } = withUnsentRests(person.userId, person.resting, waiting)
  const verb = resting === null ? '休憩させる' : endWord
  return (
    <PlainButton
      {...look}
      icon={CoffeeOutlined}
      aria-label={`${person.fullName}さん：${resting === null ? verb : '休憩を終える'}`}
      onClick={() => void (resting === null ? sendToRest([person]) : endRestOf(person))}
    >
      {verb}
    </PlainButton>
  )
}
