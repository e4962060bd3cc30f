import CheckOutlined from '@ant-design/icons/CheckOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import MinusOutlined from '@ant-design/icons/MinusOutlined'
import QuestionOutlined from '@ant-design/icons/QuestionOutlined'
import { type OperationPart, operationPartNames, type OperationState, operationStateNames } from '@mimamori/contract/operation'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../kit/panel.tsx'
import { momentInWords } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './operation.module.css'

const icons: Record<OperationState, typeof CheckOutlined> = {
  needsHand: ExclamationCircleFilled,
  attention: ExclamationCircleOutlined,
  unknown: QuestionOutlined,
  normal: CheckOutlined,
  unused: MinusOutlined,
}

/** A state by its shape and its word. */
export const StateMark = ({ state }: { readonly state: OperationState }) => {
  const Icon = icons[state]
  return (
    <span className={styles['state']} data-state={state}>
      <Icon aria-hidden="true" />
      {operationStateNames[state]}
    </span>
  )
}

/** The screen where a part's fault is looked into. */
const screenOf = {
  alarms: screens.alertList,
  mail: screens.outboxMailList,
  channels: screens.notificationChannel,
  broker: screens.ingestStatus,
} as const

const Way = ({ part }: { readonly part: OperationPart['part'] }) => {
  if (part === 'jobs' || part === 'server')
    return (
      <a className={styles['way']} href={`#operation-${part === 'jobs' ? 'jobs' : 'processes'}`}>
        {part === 'jobs' ? '下の定期処理を見る' : '下のプロセスを見る'}
      </a>
    )
  const screen = part in screenOf ? screenOf[part as keyof typeof screenOf] : undefined
  if (screen === undefined) return null
  return (
    <Link className={styles['way']} to={screen.path}>
      {`${screen.title}を開く`}
    </Link>
  )
}

const Part = ({ part, now }: { readonly part: OperationPart; readonly now: number }) => (
  <li className={styles['part']} data-state={part.state} aria-label={operationPartNames[part.part]}>
    <StateMark state={part.state} />
    <div className={styles['words']}>
      <h2 className={styles['name']}>{operationPartNames[part.part]}</h2>
      <p>{part.meaning}</p>
      {part.action !== null && <p className={styles['action']}>{part.action}</p>}
      {part.since !== null && part.state !== 'normal' && part.state !== 'unused' && (
        <p className={styles['since']}>{`${momentInWords(Date.parse(part.since), now)}から`}</p>
      )}
      {part.action !== null && <Way part={part.part} />}
    </div>
    {part.facts.length > 0 && (
      <dl className={styles['facts']}>
        {part.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </li>
)

type PanelProps = { readonly parts: readonly OperationPart[]; readonly now: number }

/** What is not configured, in one line: it is a choice, and not what somebody looks for at night. */
const UnusedParts = ({ parts, now }: PanelProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isNarrow = useNarrow()
  if (parts.length === 0) return null
  return (
    <>
      <li className={styles['part']} data-state="unused" aria-label={operationStateNames.unused}>
        <StateMark state="unused" />
        <div className={styles['words']}>
          <p>{parts.map(({ part }) => operationPartNames[part]).join('、')}</p>
        </div>
        <div className={styles['unfold']}>
          <Button size={isNarrow ? 'large' : 'small'} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? '説明を隠す' : '説明を表示する'}
          </Button>
        </div>
      </li>
      {isOpen && parts.map((part) => <Part key={part.part} part={part} now={now} />)}
    </>
  )
}

/** The parts of the service, in the order given, those that are not configured in one line. @param now the instant at which they were read, ms */
export const PartsPanel = ({ parts, now }: PanelProps) => (
  <Panel>
    <ul className={styles['parts']}>
      {parts
        .filter(({ state }) => state !== 'unused')
        .map((part) => (
          <Part key={part.part} part={part} now={now} />
        ))}
      <UnusedParts parts={parts.filter(({ state }) => state === 'unused')} now={now} />
    </ul>
  </Panel>
)
