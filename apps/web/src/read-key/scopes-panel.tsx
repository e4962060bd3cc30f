import { readScopeContents, readScopeNames, readScopes } from '@mimamori/contract/read-scope'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from './read-key.module.css'

/** What is read with each scope. */
export const ScopesPanel = () => (
  <SectionPanel
    title="範囲で読めるもの"
    aside={
      <a href="/api/docs" target="_blank" rel="noreferrer">
        呼び出しの一覧
      </a>
    }
  >
    <dl className={styles['contents']}>
      {readScopes.map((scope) => (
        <div key={scope} className={styles['content']}>
          <dt>
            <span className={styles['scope']}>{readScopeNames[scope]}</span>
          </dt>
          <dd>{readScopeContents[scope]}</dd>
        </div>
      ))}
    </dl>
  </SectionPanel>
)
