import type { SiteDay } from '@mimamori/contract/company-day'
import { screens } from '@mimamori/contract/screens'
import { type WearState, wearStateNames } from '@mimamori/contract/wear'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './site-day-line.module.css'

const namesInWords = (names: readonly string[], count: number): string => {
  const others = count - names.length
  return `${names.join('・')}${others > 0 ? ` ほか${others}人` : ''}`
}

type PartProps = { readonly count: number; readonly names?: readonly string[]; readonly children: ReactNode }

const none: readonly string[] = []

const Part = ({ count, names = none, children }: PartProps) =>
  count === 0 ? null : (
    <li>
      {children}
      {names.length > 0 && <span className={styles['names']}>{namesInWords(names, count)}</span>}
    </li>
  )

/** The states of a tag that somebody of the company should look at, the gravest first. */
const shownStates = ['notHeard', 'notReturned', 'notHanded'] as const satisfies readonly WearState[]

const HandoutLink = ({ day, state }: { readonly day: SiteDay; readonly state: (typeof shownStates)[number] }) => (
  <Link to={screens.deviceHandout.path} search={{ officeId: day.officeId, state }}>
    {wearStateNames[state]} {day.states[state]}人
  </Link>
)

/** What of a site's day to look at, each with the way to its list: who does not rest, who is in heat for long, who has no tag. */
export const SiteDayLine = ({ day }: { readonly day: SiteDay }) => {
  if (day.people === 0)
    return (
      <p className={styles['line']}>
        <span>作業者がいません。</span>
        <Link to={screens.firstSteps.path} search={{ OfficeId: day.officeId }}>
          はじめにを開く
        </Link>
      </p>
    )
  const nothing = day.notResting + day.longInHeat + day.notBriefed + shownStates.reduce((sum, state) => sum + day.states[state], 0) === 0
  if (nothing) return <p className={styles['line']}>貸出・暑さ・休憩に、確かめることはありません。</p>
  return (
    <ul className={styles['line']} aria-label={`${day.officeName}で確かめること`}>
      <Part count={day.notResting} names={day.notRestingNames}>
        <Link to={screens.rest.path} search={{ officeId: day.officeId }}>
          休んでいない {day.notResting}人
        </Link>
      </Part>
      <Part count={day.longInHeat}>
        <Link to={screens.home.path} search={{ OfficeId: day.officeId }}>
          暑さの中に長く {day.longInHeat}人
        </Link>
      </Part>
      <Part count={day.notBriefed}>
        <Link to={screens.duty.path} search={{ officeId: day.officeId }}>
          手順を知らせていない {day.notBriefed}人
        </Link>
      </Part>
      {shownStates.map((state) => (
        <Part key={state} count={day.states[state]} {...(state === 'notHanded' && { names: day.notHandedNames })}>
          <HandoutLink day={day} state={state} />
        </Part>
      ))}
    </ul>
  )
}
