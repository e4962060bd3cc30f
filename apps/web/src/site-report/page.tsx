import { useState } from 'react'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { languageKey } from '../platform/device-language.ts'
import { showLanguage } from '../platform/texts.ts'
import { Call119, PhoneButton } from './call-buttons.tsx'
import { linkIn, type PosterLink, type Site } from './calls.ts'
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
        localStorage.setItem(languageKey, chosen)
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

const Body = ({ link }: { readonly link: PosterLink | undefined }) => {
  const { site, problem } = useSite(link)
  const reporting = useReport(link)
  const [writesAgain, setWritesAgain] = useState(false)
  const isSent = reporting.report !== undefined && !writesAgain
  const hasEnded = reporting.hasEnded || (problem === 'ended' && reporting.report?.receipt == null)
  const view = isSent ? (
    <ReceiptView site={site} reporting={reporting} onAgain={() => setWritesAgain(true)} />
  ) : (
    <ReportForm
      key={site?.place}
      site={site}
      isAway={problem === 'away'}
      onSend={(draft) => {
        reporting.send(draft)
        setWritesAgain(false)
        scrollTo(0, 0)
      }}
    />
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
  const [link] = useState(() => linkIn(location.hash))
  return <Body link={link} />
}
