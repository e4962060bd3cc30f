import type { Plan } from '@mimamori/contract/plan'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { Ref } from 'react'
import { ErrorLines } from '../kit/error-lines.tsx'
import { errorLines } from '../platform/call-error.ts'
import { groupNameOf } from './plan-words.ts'
import type { PlanGroup } from './plan-types.ts'
import { TrialFields } from './trial-fields.tsx'
import styles from './trial-panel.module.css'
import { isTried, noTrial, type TrialSearch } from './trial-search.ts'

const stops = ({ hours }: PlanGroup) => hours.filter(({ restMinutes }) => restMinutes === 60).length
const rest = ({ hours }: PlanGroup) => hours.reduce((sum, { restMinutes }) => sum + (restMinutes === 60 ? 0 : (restMinutes ?? 0)), 0)

const Figure = ({
  name,
  before,
  after,
  unit,
}: {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly unit: string
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {before} → <strong>{after}</strong> {unit}
    </dd>
  </div>
)

const Effect = ({ before, after }: { readonly before: PlanGroup; readonly after: PlanGroup }) => (
  <dl className={styles['effect']} aria-label={`${groupNameOf(after)}の、いまの設定から試算`}>
    <Figure name="基準値" before={before.limit} after={after.limit} unit="℃" />
    <Figure name="超える" before={before.hoursAbove} after={after.hoursAbove} unit="時間" />
    <Figure name="中止" before={stops(before)} after={stops(after)} unit="時間" />
    <Figure name="休憩の合計" before={rest(before)} after={rest(after)} unit="分" />
  </dl>
)

/** What a group's form can hold of the tried values; the hours of work and breaks are not the group's. */
const formValues = ({ metabolicClass, acclimatised, clothing }: TrialSearch) => ({ metabolicClass, acclimatised, clothing })

const hasFormValues = (search: TrialSearch) => Object.values(formValues(search)).some((value) => value !== undefined)

type Props = {
  /** The plan as it is saved. */
  readonly plan: Plan
  /** The same with the tried values; undefined before its answer. */
  readonly tried: Plan | undefined
  readonly failure: Error | null
  readonly search: TrialSearch
  readonly mayChange: boolean
  readonly onChange: (change: TrialSearch) => void
  readonly onClose: () => void
  /** Its heading, which takes the focus when it is opened. */
  readonly headingRef?: Ref<HTMLHeadingElement>
}

/** Tries class, clothing, hours of work and breaks of a group. The address holds what is tried; nothing is saved. */
export const TrialPanel = ({ plan, tried, failure, search, mayChange, onChange, onClose, headingRef }: Props) => {
  const before = plan.groups.find(({ groupId }) => groupId === search.groupId)
  const after = tried?.groups.find(({ isTrial }) => isTrial)
  return (
    <section className={styles['panel']} aria-labelledby="plan-trial">
      <header>
        <h2 ref={headingRef} id="plan-trial" tabIndex={-1}>
          ためす
        </h2>
        <span className={styles['mark']}>試算・保存されていません</span>
        <Button type="text" onClick={onClose}>
          閉じる
        </Button>
      </header>
      <TrialFields plan={plan} group={before} trial={tried?.trial ?? null} search={search} onChange={onChange} />
      {failure !== null && <ErrorLines lines={errorLines(failure)} />}
      <div aria-live="polite">
        {before !== undefined && after !== undefined && isTried(search) && failure === null && <Effect before={before} after={after} />}
      </div>
      <footer>
        {mayChange && before?.groupId != null && hasFormValues(search) && (
          <Link className={styles['save']} to={screens.groupEdit.path} params={{ id: String(before.groupId) }} search={formValues(search)}>
            この設定を保存
          </Link>
        )}
        <Button disabled={!isTried(search)} onClick={() => onChange({ ...noTrial, groupId: search.groupId })}>
          もとに戻す
        </Button>
        <p>
          {mayChange
            ? `保存はグループの画面で確かめてから行います。${labels.plan.from}・${labels.plan.to}・${labels.plan.breaks}は試算だけです。`
            : '保存は、拠点管理者に頼んでください。'}
        </p>
      </footer>
    </section>
  )
}
