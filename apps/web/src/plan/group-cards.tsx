import type { Plan, PlanLimit, PlanRestHour } from '@mimamori/contract/plan'
import { type ReactNode, useId } from 'react'
import styles from './group-cards.module.css'
import { exceededInWords, highestOf } from './limit-hours.ts'
import { dutyInWords, groupNameOf, limitInWords, placeInWords, stopMinutes } from './plan-words.ts'
import { PeopleRows } from './people-panel.tsx'
import type { PlanGroup, PlanPerson } from './plan-types.ts'
import { RestCell } from './rest-cell.tsx'

/** So many hours fit side by side on a phone. */
const mostInLine = 12

/** Hours in lines of about the same length. */
const inLines = <Hour,>(hours: readonly Hour[]): (readonly Hour[])[] => {
  const lines = Math.max(1, Math.ceil(hours.length / mostInLine))
  const size = Math.ceil(hours.length / lines)
  return Array.from({ length: lines }, (_, index) => hours.slice(index * size, (index + 1) * size))
}

type HourTableProps = { readonly hours: readonly PlanRestHour[]; readonly name: string; readonly isMeasured: boolean }

const HourTable = ({ hours, name, isMeasured }: HourTableProps) => (
  <table className={styles['hours']}>
    <caption className="visually-hidden">{name}</caption>
    <thead>
      <tr>
        {hours.map(({ at, hour }) => (
          <th key={at} scope="col">
            {hour}
            <span className="visually-hidden">時</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      <tr>
        {hours.map((hour) => (
          <td key={hour.at} data-stop={!isMeasured && hour.restMinutes === stopMinutes}>
            <RestCell hour={hour} isMeasured={isMeasured} />
          </td>
        ))}
      </tr>
    </tbody>
  </table>
)

type PartProps = {
  readonly name: ReactNode
  readonly label: string
  readonly limit: Pick<PlanLimit, 'hours' | 'hoursAbove'>
  readonly isMeasured: boolean
}

const Part = ({ name, label, limit, isMeasured }: PartProps) => (
  <div className={styles['part']}>
    <p className={styles['line']}>
      <span>{name}</span>
      <span>{exceededInWords(limit)}</span>
    </p>
    {inLines(limit.hours).map((hours) => (
      <HourTable key={hours[0]?.at ?? ''} hours={hours} name={label} isMeasured={isMeasured} />
    ))}
  </div>
)

type CardProps = {
  readonly group: PlanGroup
  readonly people: readonly PlanPerson[]
  readonly officeName: string
  readonly isMeasured: boolean
}

const GroupCard = ({ group, people, officeName, isMeasured }: CardProps) => {
  const id = useId()
  const name = groupNameOf(group)
  const highest = highestOf(group)
  const duty = dutyInWords(group)
  return (
    <section className={styles['card']} aria-labelledby={id} data-tried={group.isTrial} data-measured={isMeasured}>
      <header>
        <h2 id={id}>{name}</h2>
        {group.isTrial && <span className={styles['trial']}>試算</span>}
        {placeInWords(group) !== '' && <span className={styles['place']}>{placeInWords(group)}</span>}
        {highest !== null && (
          <span className={styles['highest']}>
            {isMeasured ? '実測の最高' : '最高'} <strong>{highest.toFixed(1)}</strong>
          </span>
        )}
      </header>
      <Part name={`基準値 ${limitInWords(group.limit)}`} label={`${name}の休憩`} limit={group} isMeasured={isMeasured} />
      {group.unacclimatised !== null && (
        <Part
          name={`慣れていない ${group.unacclimatised.people}人　${limitInWords(group.unacclimatised.limit)}`}
          label={`${name}の、暑さに慣れていない人の休憩`}
          limit={group.unacclimatised}
          isMeasured={isMeasured}
        />
      )}
      {duty !== null && !isMeasured && <p className={styles['duty']}>28℃以上：{duty}を超える</p>}
      {people.length > 0 && <PeopleRows people={people} officeName={officeName} name={`${name}の、基準値や働ける時間がちがう人`} />}
    </section>
  )
}

/** The groups on a phone, a card each: the hours, below them what they ask of the group and of those not acclimatised, then people by name. */
export const GroupCards = ({ plan }: { readonly plan: Plan }) =>
  plan.groups.map((group) => (
    <GroupCard
      key={group.groupId}
      group={group}
      people={plan.people.filter(({ groupId }) => groupId === group.groupId)}
      officeName={plan.officeName}
      isMeasured={plan.basis === 'measured'}
    />
  ))
