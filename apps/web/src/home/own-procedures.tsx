import { duty, type Duty } from '@mimamori/contract/duty'
import type { Language } from '@mimamori/contract/language'
import { procedureSteps } from '@mimamori/contract/procedure-steps'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { usualSteps } from '../emergency/usual-steps.ts'
import { Banner } from '../kit/banner.tsx'
import { showFailure } from '../kit/dialogs.ts'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { unsentBriefings } from '../organisation/duty/missing-people.ts'
import { performAction, useOwnActions } from '../platform/action-queue/own-actions.ts'
import { momentIn } from '../platform/local-format.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { currentLanguage, useTranslation } from '../platform/texts.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './own-procedures.module.css'

/** Where the QR code of a site's screen and poster leads. */
const hash = '#procedure'

/** The steps in the reader's language, and whether they are in Japanese for want of a translation. */
const stepsFor = (read: Duty | undefined, language: Language): { readonly steps: string[]; readonly lang: Language } => {
  if (read === undefined || read.isUsual) return { steps: usualSteps(language), lang: language }
  const own = procedureSteps(read.texts[language])
  return own.length > 0 ? { steps: own, lang: language } : { steps: procedureSteps(read.procedures), lang: 'ja' }
}

const confirm = async (officeId: number, userId: number, version: number, language: Language) => {
  try {
    await performAction({
      path: duty.brief.path,
      title: `手順（版${version}）を読んで確認した`,
      params: { officeId },
      body: { userIds: [userId], means: 'page', language, version },
    })
  } catch (error) {
    void showFailure(error)
  }
  await queryClient.invalidateQueries({ queryKey: [duty.briefings.path] })
}

/** The button by which a worker says that they have read a version, or when they did. */
const Confirmation = ({ officeId, version, lang }: { readonly officeId: number; readonly version: number; readonly lang: Language }) => {
  const { userId } = useViewer()
  const { waiting } = useOwnActions()
  const own = useQuery(queryOf(duty.briefings, { params: { officeId }, query: { version, userId, limit: 50 } }))
  const isUnsent = unsentBriefings(officeId, waiting).has(userId)
  const read = own.data?.data.find(({ means }) => means === 'page')
  if (read?.at != null)
    return (
      <p className={styles['done']} role="status">
        ✓ <TranslatedText name="procedure.confirmed" values={{ time: momentIn(currentLanguage(), read.at) }} />
      </p>
    )
  if (isUnsent)
    return (
      <p className={styles['done']} role="status">
        <TranslatedText name="procedure.unsent" />
      </p>
    )
  const isKnown = (own.data?.count ?? 0) > 0
  return (
    <div className={styles['confirm']}>
      <p>
        <TranslatedText name="procedure.confirm" />
      </p>
      <Button block size="large" type={isKnown ? 'default' : 'primary'} onClick={() => void confirm(officeId, userId, version, lang)}>
        <TranslatedText name="procedure.understood" />
      </Button>
    </div>
  )
}

/** What to do when somebody feels ill, by the site's procedures in the reader's language, and the button to say that one has read them. */
export const OwnProcedures = ({ officeId }: { readonly officeId: number }) => {
  useTranslation()
  const place = useRef<HTMLElement>(null)
  const result = useLiveQuery({
    query: queryOf(duty.read, { params: { officeId } }),
    patches: { display: (data) => ({ data, refetch: true }) },
  })
  const isLinked = location.hash === hash
  // The panels above push this one down when they come, so the page scrolls to it once all of them are there.
  const isPageLoaded = useIsFetching() === 0
  const hasScrolled = useRef(false)
  useEffect(() => {
    if (!isLinked || hasScrolled.current) return
    hasScrolled.current = isPageLoaded
    place.current?.scrollIntoView()
  }, [isLinked, isPageLoaded])
  const language = currentLanguage()
  const version = result.data?.version ?? 0
  const { steps, lang } = stepsFor(result.data, language)
  return (
    <section ref={place} id={hash.slice(1)} className={styles['section']} aria-labelledby="procedure-title">
      <header>
        <h2 id="procedure-title">
          <TranslatedText name="procedure.title" />
        </h2>
        {version > 0 && (
          <span>
            <TranslatedText name="procedure.version" values={{ version }} />
          </span>
        )}
      </header>
      {result.data === undefined && result.error === null && <NoAnswerYet result={result} />}
      {result.data === undefined && result.error !== null && (
        <Banner kind="failure">
          <TranslatedText name="procedure.usual" />{' '}
          <Button type="link" loading={result.isFetching} onClick={() => void result.refetch()}>
            <TranslatedText name="common.again" />
          </Button>
        </Banner>
      )}
      {lang !== language && (
        <p className={styles['japanese']}>
          <TranslatedText name="procedure.onlyJapanese" />
        </p>
      )}
      {(result.data !== undefined || result.error !== null) && (
        <ol lang={lang}>
          {steps.map((step, index) => (
            <li key={`${String(index)} ${step}`}>{step}</li>
          ))}
        </ol>
      )}
      {version > 0 && <Confirmation officeId={officeId} version={version} lang={lang} />}
    </section>
  )
}
