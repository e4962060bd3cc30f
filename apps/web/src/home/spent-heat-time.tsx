import type { LimitedPerson } from '@mimamori/contract/acclimatisation'
import { LadderDay } from '../marks/acclimatisation-ladder.tsx'
import { isSpent } from '../marks/spent-minutes.ts'
import { minutesInWords } from '../marks/heat-time.tsx'
import { useLimitedPeople } from '../marks/use-limited-people.ts'
import { WorkerLink } from '../marks/worker-link.tsx'
import { Section } from './section.tsx'
import styles from './spent-heat-time.module.css'
import type { HomeScope } from './use-home.ts'

const Person = ({ person }: { readonly person: LimitedPerson }) => (
  <li className={styles['row']}>
    <div>
      <WorkerLink person={{ ...person, baseName: null }} className={styles['name']}>
        {person.fullName}
      </WorkerLink>
      {person.groupName !== null && <p className={styles['group']}>{person.groupName}</p>}
    </div>
    <LadderDay {...person} />
    <p className={styles['minutes']}>
      <strong>{minutesInWords(person.spentMinutes ?? 0)}</strong>
      <span>きょうは {minutesInWords(person.allowedMinutes)}まで</span>
    </p>
  </li>
)

/** The people whose minutes in heat of today are spent: a silent line to those who answer for them. Nothing where there are none. */
export const SpentHeatTime = ({ scope }: { readonly scope: HomeScope }) => {
  const spent = useLimitedPeople(scope).filter(isSpent)
  if (spent.length === 0) return null
  return (
    <Section title="きょうの暑さの時間を使い切った人" note={`${spent.length}人・涼しい場所の作業に替えてください`}>
      <ul className={styles['rows']}>
        {spent.map((person) => (
          <Person key={person.userId} person={person} />
        ))}
      </ul>
    </Section>
  )
}
