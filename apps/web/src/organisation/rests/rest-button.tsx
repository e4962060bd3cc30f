import CoffeeOutlined from '@ant-design/icons/CoffeeOutlined'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { Button, type ButtonProps } from 'antd'
import { useOwnActions } from '../../platform/action-queue/own-actions.ts'
import { withUnsentRests } from './apply-unsent.ts'
import { endRestOf, type RestPerson, sendToRest } from './rest-actions.ts'

type Props = Pick<ButtonProps, 'type' | 'className'> & {
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
    <Button
      {...look}
      icon={<CoffeeOutlined aria-hidden="true" />}
      aria-label={`${person.fullName}さん：${resting === null ? verb : '休憩を終える'}`}
      onClick={() => void (resting === null ? sendToRest([person]) : endRestOf(person))}
    >
      {verb}
    </Button>
  )
}
