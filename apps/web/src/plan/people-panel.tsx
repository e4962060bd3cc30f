import { type Plan, planReasonNames } from '@mimamori/contract/plan'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { LadderBars } from '../marks/acclimatisation-ladder.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './people-panel.module.css'
import { groupNameOf, limitInWords } from './plan-words.ts'
import type { PlanPerson } from './plan-types.ts'

const Spent = ({ allowed, spent }: { readonly allowed: number; readonly spent: number }) => (
  <span className={styles['spent']} data-over={spent >= allowed}>
    {spent >= allowed ? '使い切った' : '使った'} {spent}分
  </span>
)

const Minutes = ({ person: { day, shares, share, allowedMinutes, spentMinutes, limit } }: { readonly person: PlanPerson }) =>
  allowedMinutes === null ? (
    <p className={styles['minutes']}>
      <span>基準値</span> <strong>{limitInWords(limit)}</strong>
    </p>
  ) : (
    <>
      <div className={styles['ladder']}>
        <LadderBars shares={shares} day={day} />
      </div>
      <p className={styles['day']}>
        {day !== null && <strong>{day}日目</strong>}
        {share !== null && <span>{share}%まで</span>}
      </p>
      <p className={styles['minutes']}>
        <strong>{allowedMinutes}</strong> 分
        {spentMinutes !== null && spentMinutes > 0 && <Spent allowed={allowedMinutes} spent={spentMinutes} />}
      </p>
    </>
  )

type RowsProps = { readonly people: readonly PlanPerson[]; readonly officeName: string; readonly name: string }

/** So many are shown at first: what comes below a list must be found too. */
const firstRows = 10

/** People by name: their day, its share and the minutes they may be in the heat, or their limit. Of many the first, and the others at a press. */
export const PeopleRows = ({ people, ...list }: RowsProps) => {
  const [isWhole, setWhole] = useState(false)
  const others = people.length - firstRows
  return (
    <>
      <List {...list} people={isWhole ? people : people.slice(0, firstRows)} />
      {!isWhole && others > 0 && (
        <div className={styles['more']}>
          <Button type="text" onClick={() => setWhole(true)}>
            ほか{others}人を表示
          </Button>
        </div>
      )}
    </>
  )
}

const List = ({ people, officeName, name }: RowsProps) => (
  <ul className={styles['people']} aria-label={name}>
    {people.map((person) => (
      <li key={person.userId} className={styles['row']}>
        <div className={styles['who']}>
          <WorkerLink person={{ ...person, baseName: officeName }} className={styles['name']}>
            {person.fullName}
          </WorkerLink>
          <span className={styles['facts']}>
            {groupNameOf(person)}・{planReasonNames[person.reason]}
          </span>
        </div>
        <Minutes person={person} />
      </li>
    ))}
  </ul>
)

type Props = { readonly plan: Plan; readonly day: string; readonly mayOpenWorkers: boolean }

/** By name: who may be in the heat only for some of the day, and whose limit is another one than that of their group. */
export const PeoplePanel = ({ plan, day, mayOpenWorkers }: Props) => {
  const limited = plan.people.filter(({ allowedMinutes }) => allowedMinutes !== null)
  const others = plan.people.filter(({ allowedMinutes }) => allowedMinutes === null)
  const link = mayOpenWorkers && (
    <Link to={screens.workerList.path} search={{ officeId: plan.officeId }}>
      作業者へ
    </Link>
  )
  return (
    <>
      <SectionPanel title="働ける時間に限りがある人" hint={`${day}働ける時間`} aside={link}>
        {limited.length === 0 ? (
          <Nothing>暑さの中で働ける時間に限りのある人はいません。</Nothing>
        ) : (
          <PeopleRows people={limited} officeName={plan.officeName} name="暑さの中で働ける時間に限りのある人" />
        )}
      </SectionPanel>
      {others.length > 0 && (
        <SectionPanel title="基準値が班とちがう人" hint={`${others.length}人`}>
          <PeopleRows people={others} officeName={plan.officeName} name="基準値が班とちがう人" />
        </SectionPanel>
      )}
    </>
  )
}
