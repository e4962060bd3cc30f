import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ListFailure } from '../../kit/list-failure.tsx'
import { Panel } from '../../kit/panel.tsx'
import { useScreenSearch } from '../../platform/screen.ts'
import { useViewer } from '../../platform/viewer.ts'
import { OfficeFilter } from '../offices/office-filters.tsx'
import { useOneOffice } from '../offices/one-office.ts'
import { SubjectTitle } from '../panels/subject-title.tsx'

type ConnectedOffice = { readonly officeId: number; readonly officeName: string }

type Props = {
  readonly screen: 'ingestStatus' | 'connection'
  /** What is shown once a site is chosen. */
  readonly wayOut: string
  /** What can be done on the screen, beside its title. */
  readonly renderActions?: (office: ConnectedOffice) => ReactNode
  readonly children: (office: ConnectedOffice) => ReactNode
}

/** A screen of 接続: how a site's senders reach the product. It is about one site, which is in its address. */
export const ConnectionFrame = ({ screen, wayOut, renderActions, children }: Props) => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { office, isKnown, failure } = useOneOffice(useScreenSearch(screen).OfficeId)
  const { path } = screens[screen]
  const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut }
  return (
    <>
      <SubjectTitle subject="connections" search={{ OfficeId: office?.officeId }}>
        {viewer.officeId === null && (
          <OfficeFilter
            value={office?.officeId}
            all="選んでください"
            onChange={(OfficeId) => void navigate({ to: path, search: { OfficeId } })}
          />
        )}
        {office !== undefined && renderActions?.(office)}
      </SubjectTitle>
      {office !== undefined && children(office)}
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
