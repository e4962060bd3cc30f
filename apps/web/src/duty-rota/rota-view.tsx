import type { DutyRota } from '@mimamori/contract/duty-rota'
import { screens } from '@mimamori/contract/screens'
import { settingTypeLabels } from '@mimamori/contract/setting-labels'
import { peopleStepNames } from '@mimamori/contract/settings'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useMedia, useNarrow } from '../platform/use-media.ts'
import { GapNotices, RotaNotice } from './gap-notices.tsx'
import { NextWeek } from './next-week.tsx'
import { NowPanel } from './now-panel.tsx'
import { OverridesPanel } from './overrides-panel.tsx'
import { OwnPanel } from './own-panel.tsx'
import styles from './rota-view.module.css'
import { weekText } from './rota-words.ts'
import type { ChosenPlace } from './substitute-form.tsx'
import { SubstitutePanel } from './substitute-panel.tsx'
import { GridLegend, WeekGrid } from './week-grid.tsx'
import { WeekList } from './week-list.tsx'
import { WeekNav } from './week-nav.tsx'

type Props = {
  readonly rota: DutyRota
  readonly isArchived: boolean
  /** The week of now is shown. */
  readonly isThisWeek: boolean
  readonly onShow: (day: string | undefined) => void
  readonly onPlan: () => void
}

/** That no alert is called by the rota, and where that is changed. */
const NotAStep = ({ rota: { officeId, isEditable } }: { readonly rota: DutyRota }) => (
  <RotaNotice title="この拠点は、担当表で知らせていません。">
    {isEditable ? (
      <>
        使うには、
        <Link to={screens.officeSetting.path} search={{ officeId }}>
          {screens.officeSetting.title}の「{settingTypeLabels.ESCALATION_SETTING}」
        </Link>
        で、知らせる相手に「{peopleStepNames.DutyRota}」を選んでください。
      </>
    ) : (
      '使うときは、拠点の管理者に頼んでください。'
    )}
  </RotaNotice>
)

type UnplannedProps = { readonly rota: DutyRota; readonly mayPlan: boolean; readonly onPlan: () => void }

/** A week without any place: what to do first, unless it is over. */
const Unplanned = ({ rota: { week, now }, mayPlan, onPlan }: UnplannedProps) => {
  if (week.to < now.date)
    return (
      <div className={styles['unplanned']} role="status">
        <b>この週の担当表はありません</b>
      </div>
    )
  return <ToPlan week={week} mayPlan={mayPlan} onPlan={onPlan} />
}

type ToPlanProps = Omit<UnplannedProps, 'rota'> & Pick<DutyRota, 'week'>

const ToPlan = ({ week, mayPlan, onPlan }: ToPlanProps) => (
  <div className={styles['unplanned']} role="status">
    <b>{weekText(week)}は、まだ決めていません</b>
    <p>だれを、昼と夜にどの順で呼ぶかを決めます。決めるまでは、職長・拠点管理者などの役割の順に知らせます。</p>
    {mayPlan ? (
      <Button type="primary" onClick={onPlan}>
        この週の担当を決める
      </Button>
    ) : (
      <p>担当は、拠点の管理者が決めます。</p>
    )}
  </div>
)

/** The rota of a site: the shown week, who is called now, the substitutes, and what is empty. */
export const RotaView = ({ rota, isArchived, isThisWeek, onShow, onPlan }: Props) => {
  const isNarrow = useNarrow()
  const isWide = useMedia('(width >= 1280px)')
  const [chosen, setChosen] = useState<ChosenPlace>()
  const mayPlan = rota.isEditable && !isArchived
  const week = (
    <section className={styles['week']} aria-label="週の担当">
      <div className={styles['head']}>
        <WeekNav week={rota.week} today={rota.now.date} isThisWeek={isThisWeek} onChange={onShow} />
        {!isNarrow && rota.week.isPlanned && <GridLegend />}
      </div>
      {!rota.week.isPlanned && <Unplanned rota={rota} mayPlan={mayPlan} onPlan={onPlan} />}
      {rota.week.isPlanned && isNarrow && <WeekList rota={rota} onFill={mayPlan ? setChosen : undefined} />}
      {rota.week.isPlanned && !isNarrow && <WeekGrid rota={rota} onFill={mayPlan ? setChosen : undefined} />}
    </section>
  )
  const now = (
    <>
      {!rota.isStep && <NotAStep rota={rota} />}
      <NowPanel rota={rota} />
    </>
  )
  const own = (!rota.isEditable || rota.own.length > 0) && <OwnPanel rota={rota} />
  const substitute = !isArchived && <SubstitutePanel rota={rota} chosen={chosen} onDone={() => setChosen(undefined)} />
  const overrides = <OverridesPanel officeId={rota.officeId} overrides={rota.overrides} isReadOnly={isArchived} />
  const isNextOver = rota.nextWeek.to < rota.now.date
  const next = (!isNextOver || rota.nextWeek.isPlanned) && (
    <NextWeek rota={rota} isThisWeek={isThisWeek} mayPlan={mayPlan} onShow={onShow} />
  )
  if (isNarrow)
    return (
      <div className={styles['stack']}>
        {now}
        {own}
        <GapNotices rota={rota} />
        {substitute}
        {week}
        {rota.overrides.length > 0 && overrides}
        {next}
      </div>
    )
  if (!isWide)
    return (
      <div className={styles['stack']}>
        <div className={styles['now']}>
          {now}
          <GapNotices rota={rota} />
        </div>
        {week}
        {own}
        {overrides}
        {substitute}
        {next}
      </div>
    )
  return (
    <div className={styles['halves']}>
      <div className={styles['stack']}>
        {week}
        {overrides}
        {next}
      </div>
      <div className={styles['stack']}>
        {now}
        <GapNotices rota={rota} />
        {own}
        {substitute}
      </div>
    </div>
  )
}
