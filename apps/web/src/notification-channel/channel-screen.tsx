import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import { channelTypeNames, channelTypes } from '@mimamori/contract/channel-fields'
import { channelStates, notificationChannel, notificationChannelSortKeys } from '@mimamori/contract/notification-channel'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterBar } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { CompanyFilter, OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { SubjectTitle } from '../organisation/panels/subject-title.tsx'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useViewer } from '../platform/viewer.ts'
import { AddChannel } from './add-channel.tsx'
import { ChannelDetail } from './channel-detail.tsx'
import { ChannelList } from './channel-list.tsx'
import styles from './channel-screen.module.css'
import type { MadeSecret } from './secret-part.tsx'

const spec = { filters: screenSearch.notificationChannel.omit({ id: true }), sortKeys: notificationChannelSortKeys, pageSize: 20 }

const types = channelTypes.map((value) => ({ value, label: channelTypeNames[value] }))
const stateNames = { working: '使っています', failing: '続けて失敗', off: '止めています' } as const
const states = channelStates.map((value) => ({ value, label: stateNames[value] }))

/** A channel that fails must not look as if it worked. */
const askAgainMs = 10_000

/** /notification-channel: where alerts go beside mail and push; the chosen channel is beside the list, on a phone in its place. */
export const NotificationChannelScreen = () => {
  const viewer = useViewer()
  // Only as long as the screen is there: a secret is shown once and kept nowhere.
  const [made, setMade] = useState<MadeSecret>()
  const isNarrow = useNarrow()
  const list = useListParams(spec)
  const { id } = useScreenSearch('notificationChannel')
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(notificationChannel.list, { query: list.query }), refetchInterval: askAgainMs })
  const chosenId = id ?? (isNarrow ? undefined : result.data?.data[0]?.id)
  const isDetailAlone = isNarrow && chosenId !== undefined
  return (
    <>
      <SubjectTitle subject="notices" search={{ officeId: filters.officeId }}>
        <AddChannel onSecret={setMade} />
      </SubjectTitle>
      {isDetailAlone && (
        <Link to={screens.notificationChannel.path} search={({ id: _, ...search }) => search} className={styles['back']}>
          <ArrowLeftOutlined aria-hidden="true" /> 通知先の一覧
        </Link>
      )}
      {!isDetailAlone && (
        <div className={styles['filters']}>
          <Panel>
            <FilterBar>
              {viewer.companyId === null && (
                <CompanyFilter value={filters.companyId} onChange={(companyId) => setFilters({ companyId, officeId: undefined })} />
              )}
              {viewer.officeId === null && (
                <OfficeFilter value={filters.officeId} companyId={filters.companyId} onChange={(officeId) => setFilters({ officeId })} />
              )}
              <SelectFilter label="サービス" value={filters.type} choices={types} onChange={(type) => setFilters({ type })} />
              <SelectFilter label="状態" value={filters.state} choices={states} onChange={(state) => setFilters({ state })} />
            </FilterBar>
          </Panel>
        </div>
      )}
      <div className={styles['halves']} data-alone={chosenId === undefined}>
        {!isDetailAlone && (
          <Panel>
            <ChannelList list={list} result={result} chosenId={chosenId} />
          </Panel>
        )}
        {chosenId !== undefined && (
          <ChannelDetail key={chosenId} id={chosenId} made={made?.id === chosenId ? made : undefined} onMade={setMade} />
        )}
      </div>
    </>
  )
}
