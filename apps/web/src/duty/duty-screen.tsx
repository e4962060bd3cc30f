import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { duty, type Duty } from '@mimamori/contract/duty'
import { dutyLaw } from '@mimamori/contract/duty-law'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { EmptyState } from '../kit/empty-state.tsx'
import { ListFailure } from '../kit/list-failure.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { useOpener } from '../kit/use-opener.ts'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { dateOf } from '../platform/japan-time.ts'
import { serverNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { DutyForm } from './duty-form.tsx'
import styles from './duty-screen.module.css'
import { EmployersPanel } from './employers-panel.tsx'
import { LinePanel } from './line-panel.tsx'
import { MissingPanel } from './missing-panel.tsx'
import { OwnPageCode } from './own-page-code.tsx'
import { PaperButton } from './paper-button.tsx'
import { ProceduresPanel } from './procedures-panel.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の体制と周知を見せます。' }

type Search = SearchOf<'duty'>
type PartProps = {
  readonly officeId: number
  readonly isArchived: boolean
  readonly search: Search
}

/** What a change is made on: the version that was saved last. */
const useLatest = (current: Duty): Duty | undefined => {
  const { officeId, version, latest } = current
  const isOther = latest.version !== version
  const result = useQuery({
    ...queryOf(duty.read, { params: { officeId }, query: { version: latest.version } }),
    enabled: isOther && latest.version > 0,
  })
  return isOther && latest.version > 0 ? result.data : current
}

const Body = ({ duty: current, isArchived, search }: PartProps & { readonly duty: Duty }) => {
  const { officeId, version } = current
  const viewer = useViewer()
  const form = useOpener()
  const history = useOpener()
  const latest = useLatest(current)
  const register = useQuery(queryOf(duty.register, { params: { officeId } })).data
  const leads = viewer.roleKey === 'GroupLeader' || viewer.roleKey === 'GroupSubLeader'
  const mayChange = !leads && !isArchived
  const isNothingSaved = current.latest.version === 0
  return (
    <div className={styles['stack']}>
      {isNothingSaved ? (
        <section className={styles['first']}>
          <h2>体制と手順が、まだ保存されていません</h2>
          <p>下の案は、この拠点の職長・管理者・連絡先から作りました。確かめて保存すると、知らせた人を記録できます。</p>
          {mayChange ? (
            <Button type="primary" size="large" onClick={form.open}>
              案を確かめて保存する
            </Button>
          ) : (
            <p>保存は、拠点の管理者が行います。</p>
          )}
        </section>
      ) : (
        !isArchived && (
          <div className={styles['top']}>
            <MissingPanel officeId={officeId} groupId={viewer.groupId ?? search.groupId} duty={current} />
            <OwnPageCode />
          </div>
        )
      )}
      <div className={styles['columns']}>
        <div className={styles['stack']}>
          <LinePanel
            duty={current}
            side={
              mayChange && (
                <Button type="link" onClick={form.open}>
                  直す
                </Button>
              )
            }
          />
          <ProceduresPanel
            duty={current}
            side={
              version > 0 && (
                <Button type="link" onClick={history.open}>
                  版の履歴
                </Button>
              )
            }
          />
        </div>
        <EmployersPanel officeId={officeId} />
      </div>
      <div className={styles['law']}>
        {dutyLaw.statute.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {dutyLaw.guidance.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>法令の確認日 {dutyLaw.checkedOn}。版を改めると、全員が「まだ」に戻ります。</p>
      </div>
      {form.isOpen && latest !== undefined && (
        <DutyForm
          duty={latest}
          present={register?.data.flatMap(({ affiliation }) => affiliation ?? []) ?? []}
          today={dateOf(serverNow())}
          onClose={form.close}
        />
      )}
      {history.isOpen && <VersionsDialog officeId={officeId} inForce={version} onClose={history.close} />}
    </div>
  )
}

const DutyOf = (props: PartProps) => {
  const { officeId } = props
  const result = useLiveQuery({
    query: queryOf(duty.read, { params: { officeId } }),
    patches: { display: (data) => ({ data, refetch: true }) },
  })
  if (result.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  return (
    <>
      {result.error !== null && <StaleBanner result={result} />}
      <Body {...props} duty={result.data} />
    </>
  )
}

/** /duty: the reporting line and the procedures of a site, and who was briefed of them when. */
export const DutyScreen = () => {
  const search = useScreenSearch('duty')
  const navigate = useNavigate()
  const viewer = useViewer()
  const { office, isKnown, failure } = useOneOffice(search.officeId, 'all')
  const change = (next: Search) => void navigate({ to: screens.duty.path, search: next, replace: true })
  return (
    <>
      <PageTitle title="熱中症対策の体制と周知">
        {viewer.officeId === null && (
          <OfficeFilter value={office?.officeId} which="all" all="選んでください" onChange={(officeId) => change({ officeId })} />
        )}
        {office !== undefined && (
          <>
            {viewer.groupId === null && !office.isArchived && (
              <GroupFilter
                officeId={office.officeId}
                value={search.groupId}
                onChange={(groupId) => change({ officeId: search.officeId, groupId })}
              />
            )}
            <PaperButton officeId={office.officeId} kind="poster" icon={<PrinterOutlined aria-hidden="true" />}>
              掲示用に印刷
            </PaperButton>
            <PaperButton officeId={office.officeId} kind="inspection" icon={<DownloadOutlined aria-hidden="true" />}>
              PDF（立入検査用）
            </PaperButton>
          </>
        )}
      </PageTitle>
      {office !== undefined && <DutyOf key={office.officeId} officeId={office.officeId} isArchived={office.isArchived} search={search} />}
      {failure !== undefined && (
        <Panel>
          <ListFailure {...failure} />
        </Panel>
      )}
      {office === undefined && isKnown && (
        <Panel>
          <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />
        </Panel>
      )}
    </>
  )
}
