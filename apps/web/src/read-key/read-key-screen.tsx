import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { apiToken, apiTokenSortKeys } from '@mimamori/contract/api-token'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useListParams } from '../kit/use-list-params.ts'
import { useOpener } from '../kit/use-opener.ts'
import { SubjectTitle } from '../organisation/panels/subject-title.tsx'
import { queryOf } from '../platform/query.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import type { MadeToken } from './read-key-calls.ts'
import { ReadsPanel } from './reads-panel.tsx'
import { ScopesPanel } from './scopes-panel.tsx'
import { TokenList } from './token-list.tsx'
import styles from './read-key.module.css'

const spec = { filters: screenSearch.apiToken, sortKeys: apiTokenSortKeys, pageSize: 20 }

/** The last read of each is written once a minute. */
const askAgainMs = 30_000

/** /api-token: the tokens by which other programs read, what each may read, and what was read lately. */
export const ReadKeyScreen = () => {
  const list = useListParams(spec)
  const dialog = useOpener()
  // Only as long as the screen is there: a token is shown once and kept nowhere.
  const [made, setMade] = useState<MadeToken>()
  const { officeId, companyId } = list.filters
  const result = useQuery({ ...queryOf(apiToken.list, { query: list.query }), refetchInterval: askAgainMs })
  return (
    <>
      <SubjectTitle subject="connections" search={{ OfficeId: officeId }}>
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
          トークンを作る
        </Button>
      </SubjectTitle>
      <div className={styles['body']}>
        <TokenList list={list} result={result} made={made} onNoted={() => setMade(undefined)} />
        <div className={styles['halves']}>
          <ScopesPanel />
          <ReadsPanel companyId={companyId} />
        </div>
      </div>
      {dialog.isOpen && (
        <NewTokenDialog
          onMade={(token) => {
            dialog.close()
            setMade(token)
          }}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
