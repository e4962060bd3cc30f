import { Phrase } from '../kit/phrase.tsx'
import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import { longDate } from '@mimamori/contract/time-words'
import { screens } from '@mimamori/contract/screens'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { AnswerLine } from '../emergency/answer-line.tsx'
import { openResponse } from '../emergency/response-store.ts'
import { useDangersOf } from '../emergency/use-dangers.ts'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { ConsentWithdrawn, isConsentWithdrawn } from '../organisation/accounts/consent-withdrawn.tsx'
import { EndOfWorkButton } from '../organisation/end-of-work/end-of-work-button.tsx'
import { RestButton } from '../organisation/rests/rest-button.tsx'
import { AlertLegend } from '../marks/alert-legend.tsx'
import { useNow } from '../platform/clock.ts'
import { useNewestSearch } from '../platform/newest-search.ts'
import type { SearchOf } from '../platform/screen.ts'
import { useFormats } from '../platform/use-formats.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { AcclimatisationPanel } from './acclimatisation-panel.tsx'
import { AlertRows } from './alert-rows.tsx'
import { DayChart } from './day-chart.tsx'
import { DayRibbon } from './day-ribbon.tsx'
import { defaultHour } from './default-hour.ts'
import { DetailControls, MemberChoice } from './detail-controls.tsx'
import { readDetailSearch } from './detail-search.ts'
import styles from './detail-screen.module.css'
import { LastKnownPanel } from './last-known-panel.tsx'
import { OwnAlerts, OwnPanel } from './own-detail.tsx'
import { OwnLadder } from './own-ladder.tsx'
import { PersonPanel } from './person-panel.tsx'
import { useDetail } from './use-detail.ts'
import { useLastKnown } from './use-last-known.ts'
import { useSubject } from './use-subject.ts'
import { TranslatedText } from '../kit/translated-text.tsx'

const none: readonly AlertEpisode[] = []

const useScreen = () => {
  const search: Record<string, unknown> = useNewestSearch()
  const navigate = useNavigate()
  const now = useNow(60_000)
  const detailSearch = useMemo(() => readDetailSearch(search, now), [search, now])
  const [auto, setAuto] = useState(false)
  const userId = useSubject(detailSearch.userId)
  const result = useDetail(userId, detailSearch.day, auto)
  const { day } = detailSearch
  const hour = detailSearch.hour ?? defaultHour(result.data, day, now)
  const go = (change: SearchOf<'conditionDetail'>) =>
    void navigate({
      to: screens.conditionDetail.path,
      search: {
        UserId: userId,
        OfficeName: detailSearch.officeName,
        GroupName: detailSearch.groupName,
        day: String(day),
        hour: detailSearch.hour,
        ...change,
      },
      replace: true,
    })
  return { userId, day, hour, auto, setAuto, result, go }
}

/** What of the condition shown above it does not say, and the way to answer it. */
const Answer = ({ danger }: { readonly danger: AlertEpisode }) => (
  <>
    {danger.kind !== 'condition' && <p className={styles['danger']}>{danger.reason}</p>}
    <AnswerLine episode={danger} />
  </>
)

type BodyProps = {
  readonly screen: ReturnType<typeof useScreen>
  /** The choice of day and hour, if it is shown with the chart. */
  readonly controls: ReactNode
}

const Body = ({ screen, controls }: BodyProps) => {
  const { roleKey } = useViewer()
  const { result, hour, go, userId } = screen
  const isTranslated = useTranslation().i18n.language !== 'ja' && roleKey === 'User'
  const detail = result.data
  const mayAnswer = roleKey !== 'User'
  const lastKnown = useLastKnown(userId)
  // Without a network no call is made, so nothing fails either.
  const isCutOff = result.error !== null || result.fetchStatus === 'paused'
  const dangers = useDangersOf(userId, detail?.listAlert ?? none, mayAnswer)
  if (userId !== undefined && isConsentWithdrawn(result.error))
    return (
      <>
        {controls}
        <Panel>
          <ConsentWithdrawn error={result.error} userId={userId} />
        </Panel>
      </>
    )
  if (detail === undefined)
    return (
      <div className={styles['stack']}>
        {lastKnown !== undefined && isCutOff && <LastKnownPanel known={lastKnown} />}
        {controls}
        {(lastKnown === undefined || result.fetchStatus !== 'paused') && (
          <Panel>
            <NoAnswerYet result={result} height={480} />
          </Panel>
        )}
      </div>
    )

  if (isTranslated) return <OwnBody detail={detail} screen={screen} controls={controls} />
  const [danger] = dangers
  const date = longDate(detail.date)
  return (
    <div className={styles['stack']}>
      {result.error !== null && (
        <Panel>
          <StaleBanner result={result} />
        </Panel>
      )}
      <PersonPanel
        detail={detail}
        onEmergency={danger?.emergency === '1' ? () => openResponse(danger) : undefined}
        answer={danger !== undefined && <Answer danger={danger} />}
        // Beside a danger nothing is offered louder than its answer.
        actions={
          mayAnswer && (
            <>
              <RestButton kind={danger === undefined ? undefined : 'text'} person={detail.now} />
              <EndOfWorkButton kind={danger === undefined ? undefined : 'text'} work={{ userId: detail.userId, name: detail.fullName }} />
            </>
          )
        }
      />
      <AcclimatisationPanel detail={detail} />
      {controls}
      <Panel>
        <header className={styles['heading']}>
          <h2>{date}の経過</h2>
          <span className={styles['hint']}>上の帯は一日の総合アラート、枠は下の図の範囲、縞は保持した値</span>
          <div className={styles['legend']}>
            <AlertLegend />
          </div>
        </header>
        <div className={styles['chart']}>
          <DayRibbon detail={detail} hour={hour} onHour={(chosen) => go({ hour: chosen })} />
          <DayChart detail={detail} hour={hour} />
        </div>
      </Panel>
      <Panel>
        <header className={styles['heading']}>
          <h2>アラート</h2>
          <span className={styles['hint']}>
            {date} {detail.listAlert.length}件
          </span>
        </header>
        <AlertRows alerts={detail.listAlert} mayAnswer={mayAnswer} onHour={(chosen) => go({ hour: chosen })} />
      </Panel>
    </div>
  )
}

/** A worker's own day in another language than Japanese. */
const OwnBody = ({ detail, screen, controls }: BodyProps & { readonly detail: HealthDetail }) => {
  const formats = useFormats()
  const { result, hour, go } = screen
  return (
    <div className={styles['stack']}>
      {result.error !== null && (
        <Panel>
          <StaleBanner result={result} />
        </Panel>
      )}
      <OwnPanel detail={detail} />
      {detail.acclimatisation !== null && <OwnLadder plan={detail.acclimatisation} />}
      {controls}
      <Panel>
        <header className={styles['heading']}>
          <h2>
            <TranslatedText name="condition.course" values={{ date: formats.day(detail.date) }} />
          </h2>
          <div className={styles['legend']}>
            <AlertLegend />
          </div>
        </header>
        <div className={styles['chart']}>
          <DayRibbon detail={detail} hour={hour} onHour={(chosen) => go({ hour: chosen })} />
          <DayChart detail={detail} hour={hour} />
        </div>
      </Panel>
      <Panel>
        <header className={styles['heading']}>
          <h2>
            <TranslatedText name="condition.alerts" />
          </h2>
        </header>
        <OwnAlerts alerts={detail.listAlert} />
      </Panel>
    </div>
  )
}

const NobodyChosen = () => (
  <Panel>
    <div className={styles['nobody']} role="status">
      <p>作業者が選ばれていません。</p>
      <Link to={screens.conditionList.path}>体調一覧から選ぶ</Link>
    </div>
  </Panel>
)

/** /physical-condition/detail: one person, now and over a day. */
export const ConditionDetailScreen = () => {
  const screen = useScreen()
  const { roleKey } = useViewer()
  const { userId, day, hour, auto, setAuto, go } = screen
  const narrow = useNarrow()
  const isAdmin = roleKey === 'AdminUnitService' || roleKey === 'AdminUnitContract' || roleKey === 'HeadquartersAdmin'
  const controls = (
    <DetailControls
      day={day}
      hour={hour}
      auto={auto}
      onDay={(chosen) => go({ day: String(chosen), hour: undefined })}
      onHour={(chosen) => go({ hour: chosen })}
      onAuto={setAuto}
    />
  )
  return (
    <>
      <PageTitle {...(roleKey === 'User' && { title: <Phrase text="自分の体調" /> })} {...(isAdmin && { back: screens.conditionList })}>
        <MemberChoice userId={userId} onMember={(chosen) => go({ UserId: chosen, hour: undefined })} />
        {!narrow && controls}
      </PageTitle>
      {isAdmin && userId === undefined ? (
        <NobodyChosen />
      ) : (
        // On a phone the person comes first, and the answer to what they need.
        <Body screen={screen} controls={narrow && <div className={styles['controls']}>{controls}</div>} />
      )}
    </>
  )
}
