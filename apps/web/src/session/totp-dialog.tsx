import { message } from '@mimamori/contract/messages'
import { PasswordAgain, secondFactor, TotpProof } from '@mimamori/contract/second-factor'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { QRCode } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Copied } from '../organisation/panels/copied.tsx'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { OwnPasswordField, ownPasswordFaults } from '../organisation/accounts/own-password.tsx'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import styles from './second-factor-part.module.css'

type Props = { readonly onDone: (codes: readonly string[] | null) => Promise<void>; readonly onClose: () => void }

/** A code that is not the app's is said where it was typed. */
const codeFaults = (error: unknown) =>
  errorLines(error).some(({ text }) => text === message('totpWrong')) ? { code: message('totpWrong') } : undefined

/** Sets up an app for one-time codes: the password, the picture to read, the first code. */
export const TotpDialog = ({ onDone, onClose }: Props) => {
  const { t } = useTranslation()
  const [begun, setBegun] = useState<AnswerOf<typeof secondFactor.startTotp>>()
  const frame = { resource: 'secondFactor', title: <TranslatedText name="common.security.appTitle" />, onClose } as const
  if (begun === undefined)
    return (
      <DraftDialog
        {...frame}
        id="totp-password"
        schema={PasswordAgain}
        initial={{ password: '' }}
        verb={<TranslatedText name="signIn.next" />}
        faultsOf={ownPasswordFaults}
        save={async (body) => setBegun(await call(secondFactor.startTotp, { body }))}
      >
        {(form) => <OwnPasswordField form={form} />}
      </DraftDialog>
    )
  return (
    <DraftDialog
      key="code"
      {...frame}
      id="totp-code"
      schema={TotpProof}
      initial={{ code: '' }}
      verb={<TranslatedText name="common.security.register" />}
      faultsOf={codeFaults}
      save={async (body) => onDone((await call(secondFactor.confirmTotp, { body })).recoveryCodes)}
    >
      {(form) => (
        <>
          <DraftNote>
            <TranslatedText name="common.security.scanPicture" />
          </DraftNote>
          <div className={styles['picture']}>
            <QRCode
              size={208}
              value={begun.uri}
              type="svg"
              color="#000000"
              bgColor="#ffffff"
              aria-label={t('common.security.picture')}
              role="img"
            />
          </div>
          <Copied label={t('common.security.typedSecret')} text={begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
          <TextField
            form={form}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={t('common.security.codeHint', { furigana: 'keep' })}
          />
        </>
      )}
    </DraftDialog>
  )
}
