import { useId, type ReactNode } from 'react'
import type { GroupRests } from './planned-and-taken.ts'
import { PlannedRests } from './planned-rests.tsx'
import { RestCall } from './rest-call.tsx'
import styles from './rest-board.module.css'
import { NotRestingRow, RestingRow, WorkingRow } from './rest-rows.tsx'
import type { ShownPerson, ShownRests } from './shown-rests.ts'

type PartProps = {
  readonly title: string
  readonly note: string
  readonly people: readonly ShownPerson[]
  readonly children: (person: ShownPerson) => ReactNode
}

/** A heading and its people; nothing where there are none. */
const Part = ({ title, note, people, children }: PartProps) => {
  const id = useId()
  if (people.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles['part']}>
      <header>
        <h2 id={id}>{title}</h2>
        <span>{note}</span>
      </header>
      <ul>{people.map(children)}</ul>
    </section>
  )
}

/** The rests of a group or site: what is due, who does not rest though they were sent to, who rests, who works. */
export const RestBoard = ({ shown, planned }: { readonly shown: ShownRests; readonly planned: readonly GroupRests[] }) => {
  const { notResting, resting, working } = shown
  return (
    <div className={styles['board']}>
      <RestCall hottest={shown.hottest} working={working} />
      <PlannedRests groups={planned} />
      <Part title="まだ休んでいない" note={`伝えて10分以上 ${notResting.length}人`} people={notResting}>
        {(person) => <NotRestingRow key={person.row.userId} person={person} />}
      </Part>
      <Part title="休憩中" note={`${resting.length}人`} people={resting}>
        {(person) => <RestingRow key={person.row.userId} person={person} />}
      </Part>
      <Part title="作業中" note={`${working.length}人・暑さの中の連続が長い順`} people={working}>
        {(person) => <WorkingRow key={person.row.userId} person={person} />}
      </Part>
    </div>
  )
}
