import { isWorkerRole } from '@mimamori/contract/role'
import { type ReactNode, useId } from 'react'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { ConsentPanel } from '../organisation/consent/consent-panel.tsx'
import { useViewer } from '../platform/viewer.ts'
import { DownloadPart } from './download-part.tsx'
import styles from './my-data.module.css'
import { ReadsPart } from './reads-part.tsx'

type PartProps = { readonly title: 'consent.title' | 'myData.fileTitle' | 'myData.readsTitle'; readonly children: ReactNode }

const Part = ({ title, children }: PartProps) => {
  const id = useId()
  return (
    <Panel>
      <section aria-labelledby={id}>
        <h2 id={id} className={styles['heading']}>
          <TranslatedText name={title} />
        </h2>
        {children}
      </section>
    </Panel>
  )
}

/** One's own data (自分のデータ): consent to it, all of it as a file, and who looked at it. */
export const MyDataScreen = () => {
  const { roleKey } = useViewer()
  return (
    <>
      <PageTitle title={<TranslatedText name="myData.title" />} />
      <div className={styles['parts']}>
        {isWorkerRole(roleKey) && (
          <Part title="consent.title">
            <ConsentPanel />
          </Part>
        )}
        <Part title="myData.fileTitle">
          <DownloadPart />
        </Part>
        <Part title="myData.readsTitle">
          <ReadsPart />
        </Part>
      </div>
    </>
  )
}
