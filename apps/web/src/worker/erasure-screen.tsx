import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { ErasurePanel } from '../organisation/erasure/erasure-panel.tsx'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { PanelPart, TitledPanel } from '../organisation/panels/titled-panel.tsx'
import { queryOf } from '../platform/query.ts'
import { useScreenBehind } from '../platform/screen-behind.ts'

/** /person/erasure/{id}: what is kept of somebody, deleted or not, and how it is erased. */
export const PersonErasureScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const behind = useScreenBehind()
  const result = useQuery({ ...queryOf(endpoints.erasure.one, { params: { id: Number(id) } }), staleTime: 0 })
  const person = result.data
  return (
    <>
      <PageTitle back={behind ?? screens.workerList} />
      {person === undefined ? (
        <Panel>
          <NoAnswerYet result={result} height={200} />
        </Panel>
      ) : (
        <>
          <TitledPanel title={person.fullName} note={person.isDeleted ? '削除した人です。' : undefined}>
            <PanelPart name={labels.user.userName} button={null}>
              <Id>{person.userName}</Id>
            </PanelPart>
            <PanelPart name={labels.user.role} button={null}>
              {person.roleJp}
            </PanelPart>
            <PanelPart name="所属" button={null}>
              {orNone([person.companyName, person.officeName].filter((name) => name !== null).join('　'))}
            </PanelPart>
          </TitledPanel>
          <ErasurePanel userId={person.userId} />
        </>
      )}
    </>
  )
}
