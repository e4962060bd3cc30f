import type { OfficeNow } from '@mimamori/contract/office-now'
import { useMemo, useState, type ReactNode } from 'react'
import { episodeByUser } from '../emergency/episodes.ts'
import { useEmergencies, useEpisodes, useLateEmergencies } from '../emergency/use-episodes.ts'
import { useUnfinishedSteps } from '../organisation/first-steps/use-first-steps.ts'
import { EndOfWorkButton } from '../organisation/end-of-work/end-of-work-button.tsx'
import { useWorkInView } from '../organisation/end-of-work/use-work-in-view.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { useViewer } from '../platform/viewer.ts'
import { CompanyPublicAlerts } from './company-public-alerts.tsx'
import { Emergencies } from './emergencies.tsx'
import { FurtherDangers } from './further-dangers.tsx'
import { LateEmergencies } from './late-emergencies.tsx'
import { LongHeatToday } from './long-heat-today.tsx'
import { LongInHeat } from './long-in-heat.tsx'
import styles from './home-screen.module.css'
import { AdminNotices, FirstSteps } from './responder-parts.ts'
import { NotBriefed } from './not-briefed.tsx'
import { OnDuty } from './on-duty.tsx'
import { OperationNotice } from './operation-notice.tsx'
import { People } from './people.tsx'
import { furtherDangers, shownPeople } from './shown-people.ts'
import { SilentDevices } from './silent-devices.tsx'
import { SiteHeat } from './site-heat.tsx'
import { SitePublicAlerts } from './site-public-alerts.tsx'
import { SpentHeatTime } from './spent-heat-time.tsx'
import { SummaryStrip } from './summary-strip.tsx'
import { hasWorkers } from '../organisation/first-steps/step-words.ts'
import { useLongInHeat, useOfficeNow, useSummary, type HomeScope } from './use-home.ts'

/** From this level on somebody needs help: 1 is to keep an eye on. */
const needsHelp = 2
const mostPeople = 200

const SiteSide = ({ site, groupId }: { readonly site: OfficeNow; readonly groupId: number | undefined }) => {
  const work = useWorkInView({ officeId: site.officeId, groupId })
  return (
    <div className={styles['side']}>
      <SiteHeat site={site} />
      <SilentDevices devices={site.silentDevices} action={work !== undefined && <EndOfWorkButton work={work} />} />
    </div>
  )
}

type Props = {
  readonly scope: HomeScope
  /** A leader sees the whole group: it is small, and all of it is theirs. */
  readonly whole: boolean
  readonly withBase: boolean
  /** Shown beside the people: the site's heat, or the sites. */
  readonly side?: ReactNode
  /** Shown below the people who need help: what of the site's day to look at. */
  readonly today?: ReactNode
}

/** The home screen of people responsible for others: emergencies, counts, who needs help, the heat. */
export const ResponderHome = ({ scope, whole, withBase, side, today }: Props) => {
  const [pointed, setPointed] = useState(false)
  const unfinished = useUnfinishedSteps(scope.officeId)
  // Where nobody works yet there is nothing to say of people.
  const hasPeople = unfinished === undefined || hasWorkers(unfinished)
  const minLevel = whole ? undefined : needsHelp
  const result = useLiveList({
    query: { ...scope, minLevel, limit: mostPeople },
    shown: { ...scope, minLevel, hidesNoData: false },
    auto: true,
    held: pointed,
  })
  const longInHeat = useLongInHeat(scope)
  const summary = useSummary(scope)
  const site = useOfficeNow(scope.officeId)
  // A service administrator is responsible for too many sites to see all at once.
  const { companyId } = useViewer()
  const mayAskUnreached = scope.officeId !== undefined || companyId !== null
  const emergencies = useEmergencies()
  const late = useLateEmergencies()
  const isEmergency = emergencies.some(({ drill }) => drill === '0')
  const episodes = useEpisodes({ officeId: scope.officeId }).data?.data
  const byUser = useMemo(() => episodeByUser(episodes ?? []), [episodes])
  const rows = result.data?.data
  const { isPending } = result
  const further = useMemo(
    () => (isPending ? [] : furtherDangers(episodes ?? [], shownPeople(rows ?? [], whole), byUser)),
    [isPending, episodes, rows, whole, byUser],
  )
  return (
    <div className={styles['stack']}>
      <Emergencies episodes={emergencies} rows={rows ?? []} />
      <FurtherDangers episodes={further} withBase={withBase} />
      <LateEmergencies episodes={late} withBase={withBase} />
      <OperationNotice />
      {scope.officeId === undefined ? <CompanyPublicAlerts /> : <SitePublicAlerts alerts={site?.publicAlerts ?? []} />}
      {unfinished !== undefined && <FirstSteps steps={unfinished} />}
      {!whole && mayAskUnreached && <AdminNotices officeId={scope.officeId} hasPeople={hasPeople} />}
      {scope.officeId !== undefined && hasPeople && <LongHeatToday officeId={scope.officeId} />}
      {site !== undefined && hasPeople && <OnDuty rota={site.rota} officeId={scope.officeId} />}
      {scope.officeId !== undefined && hasPeople && <NotBriefed officeId={scope.officeId} groupId={scope.groupId} />}
      {summary.data !== undefined && <SummaryStrip summary={summary.data} at={summary.dataUpdatedAt} />}
      {hasPeople && (
        <div className={styles['columns']}>
          <div className={styles['stack']} onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
            <People
              title={whole ? (isEmergency ? 'ほかのメンバー' : 'グループのメンバー') : 'いま助けが要る人'}
              empty={
                whole
                  ? 'ほかのメンバーはいません。'
                  : isEmergency || further.length > 0
                    ? 'ほかに、助けの要る人はいません。'
                    : 'いま、助けの要る人はいません。'
              }
              result={result}
              episodes={byUser}
              officeId={scope.officeId}
              withBase={withBase}
              whole={whole}
            />
            {today}
            <SpentHeatTime scope={scope} />
            <LongInHeat rows={longInHeat} withBase={withBase} />
          </div>
          {side ?? (site !== undefined && <SiteSide site={site} groupId={scope.groupId} />)}
        </div>
      )}
    </div>
  )
}
