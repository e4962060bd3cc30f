import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { createPortal } from 'react-dom'
import { Copied } from '../organisation/panels/copied.tsx'
import { ShownOnceDialog } from '../organisation/panels/shown-once-dialog.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import { productName } from '../platform/brand.tsx'
import { saveFile } from '../platform/save-file.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './recovery-codes-dialog.module.css'

const fileOf = (codes: readonly string[], title: string, use: string) =>
  `${productName} ${title}\r\n${use}\r\n\r\n${codes.join('\r\n')}\r\n`

/** What the printer gets in place of the screen. */
const Sheet = ({ codes }: { readonly codes: readonly string[] }) => {
  const { userName } = useViewer()
  const { t } = useTranslation()
  return createPortal(
    <div className={styles['sheet']} aria-hidden="true">
      <h1>
        {productName} {t('common.security.codes')}
      </h1>
      <p>
        {location.host}　{t('common.label.username')} <span className="id">{userName}</span>
      </p>
      <p>{t('common.security.codesUse')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code} className="id">
            {code}
          </li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

/** Recovery codes, this once: to copy, to print or to keep as a file. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => {
  const { t } = useTranslation()
  const [isPrinted, setPrinted] = useState(false)
  const notKept = { body: t('common.security.codesLost'), verb: t('common.security.closeUnsaved') }
  // A browser does not say whether anything came out of the printer.
  const printed = { body: t('common.security.askPrinted'), verb: t('common.security.isPrinted') }
  const { keep, close } = useShownOnce(() => (isPrinted ? printed : notKept), onClose)
  const save = () => {
    const [title, use] = [t('common.security.codes'), t('common.security.codesUse')]
    saveFile(`${title}.txt`, new Blob([fileOf(codes, title, use)], { type: 'text/plain' }))
    keep()
  }
  return (
    <ShownOnceDialog
      width={560}
      title={<TranslatedText name="common.security.codes" />}
      close={close}
      ways={
        <>
          <Button onClick={save}>
            <TranslatedText name="common.security.codesFile" />
          </Button>
          <Button
            onClick={() => {
              setPrinted(true)
              print()
            }}
          >
            <TranslatedText name="common.security.print" />
          </Button>
        </>
      }
      once={
        <>
          <strong>
            <TranslatedText name="common.security.codesOnce" />
          </strong>{' '}
          <TranslatedText name="common.security.codesUse" /> <TranslatedText name="common.security.codesKeep" />
        </>
      }
    >
      <Copied label={t('common.security.codes')} text={codes.join('\n')} onCopied={keep} />
      <Sheet codes={codes} />
    </ShownOnceDialog>
  )
}
