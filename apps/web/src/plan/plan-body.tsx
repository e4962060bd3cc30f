import type { Plan } from '@mimamori/contract/plan'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { ErrorPanel } from './error-panel.tsx'
import { Headline, NoForecast } from './headline.tsx'
import { HoursPanel } from './hours-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import styles from './plan-body.module.css'
import { whyInWords } from './plan-words.ts'

type Empty = { readonly plan: Plan; readonly mayChange: boolean }

/** Shown instead of the hours where there are none: no values at all, or nobody to plan for. */
const NoHours = ({ plan, mayChange }: Empty) => (
  <Panel>
    <EmptyState
      empty={{
        filtered: '',
        none: '暑さの予測も、参考になる実測もありません',
        wayOut: (
          <>
            <p>{whyInWords(plan.why)}</p>
            {plan.why === 'noStation' && mayChange && (
              <Link to={screens.officeEdit.path} params={{ id: String(plan.officeId) }}>
                拠点に観測地点を設定する
              </Link>
            )}
          </>
        ),
      }}
      filtered={false}
      onClear={() => undefined}
    />
  </Panel>
)

const NoGroups = ({ plan, mayChange }: Empty) => (
  <Panel>
    <EmptyState
      empty={
        plan.peopleCount === 0
          ? {
              filtered: '',
              none: 'まだ作業者がいません',
              wayOut: mayChange ? (
                <Link to={screens.workerList.path} search={{ officeId: plan.officeId }}>
                  作業者を登録する
                </Link>
              ) : (
                '作業者が登録されると、ここに休憩の計画が出ます。'
              ),
            }
          : {
              filtered: '',
              none: 'まだグループがありません',
              wayOut: mayChange ? (
                <Link to={screens.groupList.path} search={{ officeId: plan.officeId }}>
                  グループを登録する
                </Link>
              ) : (
                'グループが登録されると、ここに休憩の計画が出ます。'
              ),
            }
      }
      filtered={false}
      onClear={() => undefined}
    />
  </Panel>
)

const hasHours = ({ basis, groups }: Plan) => basis !== 'none' && groups.length > 0

const Hours = ({ plan, mayChange, action }: Empty & { readonly action: ReactNode }) => {
  if (plan.basis === 'none') return <NoHours plan={plan} mayChange={mayChange} />
  if (plan.groups.length === 0) return <NoGroups plan={plan} mayChange={mayChange} />
  return <HoursPanel plan={plan} action={action} />
}

type Props = {
  readonly plan: Plan
  /** How the day is called: あす. */
  readonly day: string
  readonly today: string
  /** Administrators change what a plan rests on. */
  readonly mayChange: boolean
  /** Above the hours: what is being tried. */
  readonly trial: ReactNode
  /** Opens it. */
  readonly action: ReactNode
}

/** A day: what was announced, its heat and rests, who may not stay long, how wrong forecasts were, the mails. */
export const PlanBody = ({ plan, day, today, mayChange, trial, action }: Props) => {
  // On a phone people are in the card of their group.
  const arePeopleInCards = useNarrow() && hasHours(plan)
  return (
    <div className={styles['body']}>
      {plan.basis === 'measured' && <NoForecast plan={plan} />}
      <Headline plan={plan} today={today} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {trial}
          <Hours plan={plan} mayChange={mayChange} action={action} />
        </div>
        <div className={styles['beside']}>
          {!arePeopleInCards && (
            <div className={styles['column']}>
              <PeoplePanel plan={plan} day={day} mayOpenWorkers={mayChange} />
            </div>
          )}
          <div className={styles['column']}>
            <ErrorPanel plan={plan} today={today} />
            <MailPanel plan={plan} day={day} today={today} mayChange={mayChange} />
          </div>
        </div>
      </div>
    </div>
  )
}
