import { useEffect, useState } from 'react'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { languageKey } from '../platform/device-language.ts'
import { clockOf } from '../platform/japan-time.ts'
import { safeStorage } from '../platform/safe-storage.ts'
import { showLanguage } from '../platform/texts.ts'
import { Call119, PhoneButton } from './call-buttons.tsx'
import { linkIn, type PosterLink, type Site } from './calls.ts'
import type { KeptReport } from './kept-reports.ts'
import { ReceiptView } from './receipt-view.tsx'
import { ReportForm } from './report-form.tsx'
import { useReport } from './use-report.ts'
import { useSite } from './use-site.ts'
import styles from './site-report.module.css'

const Head = ({ site }: { readonly site: Site | undefined }) => (
  <header className={styles['head']}>
    <BrandMark size={28} />
    <strong className={styles['site']} lang="ja">
      {site?.officeName ?? '見守り'}
    </strong>
    <LanguageSwitch
      onChoose={(chosen) => {
        safeStorage.set(languageKey, chosen)
        void showLanguage(chosen)
      }}
    />
  </header>
)

const Ended = ({ site }: { readonly site: Site | undefined }) => (
  <section className={styles['alarm']} role="alert">
    <h1>
      <TranslatedText name="siteReport.revoked" />
    </h1>
    <p>
      <TranslatedText name="siteReport.revokedNote" />
    </p>
    <Call119 />
    {site?.emergencyPhone != null && <PhoneButton phone={site.emergencyPhone} />}
  </section>
)

/** What was reported from this poster before: somebody who scans it again may look at it, or report somebody else. */
const Earlier = ({ report: { writtenAt, receipt }, onShow }: { readonly report: KeptReport; readonly onShow: () => void }) => (
  <p className={styles['earlier']}>
    <TranslatedText name={receipt === null ? 'siteReport.earlierUnsent' : 'siteReport.earlierSent'} values={{ time: clockOf(writtenAt) }} />
    <button type="button" onClick={onShow}>
      <TranslatedText name="siteReport.showEarlier" />
    </button>
  </p>
)

// A page that is loaded again shows what it did; a new scan is perhaps for somebody else.
const isNewScan = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate'
}

const Body = ({ link, isNew }: { readonly link: PosterLink | undefined; readonly isNew: boolean }) => {
  const { site, problem } = useSite(link)
  const reporting = useReport(link)
  const { report } = reporting
  const [isWriting, setWriting] = useState(isNew || report === undefined)
  const hasEnded = reporting.hasEnded || (problem === 'ended' && report?.receipt == null)
  const view =
    isWriting || report === undefined ? (
      <>
        {report !== undefined && <Earlier report={report} onShow={() => setWriting(false)} />}
        <ReportForm
          site={site}
          isAway={problem === 'away'}
          onSend={(draft) => {
            reporting.send(draft)
            setWriting(false)
            scrollTo(0, 0)
          }}
        />
      </>
    ) : (
      <ReceiptView site={site} reporting={reporting} onAgain={() => setWriting(true)} />
    )
  return (
    <>
      <Head site={site} />
      <main className={styles['page']}>{hasEnded ? <Ended site={site} /> : view}</main>
    </>
  )
}

/** /site-report#id.secret: anybody reports somebody who is unwell, without sign-in. It shows nobody's data. */
export const SiteReportPage = () => {
  const [scan, setScan] = useState(() => ({ link: linkIn(location.hash), isNew: isNewScan() }))
  useEffect(() => {
    // Another poster is scanned, and the browser opens it in the same tab.
    const change = () => setScan({ link: linkIn(location.hash), isNew: true })
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  return <Body key={scan.link ?? ''} {...scan} />
}
