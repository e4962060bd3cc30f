import { PasswordAgain, secondFactor, TotpProof } from '@mimamori/contract/second-factor'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { QRCode } from 'antd'
import { useState } from 'react'
import { PasswordField } from '../kit/form/password-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Copied } from '../organisation/copied.tsx'
import { DraftDialog } from '../organisation/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import styles from './second-factor-part.module.css'

type Props = { readonly onDone: (codes: readonly string[] | null) => void; readonly onClose: () => void }

/** Sets up an app for one-time codes: the password, the picture to read, the first code. */
export const TotpDialog = ({ onDone, onClose }: Props) => {
  const [begun, setBegun] = useState<AnswerOf<typeof secondFactor.startTotp>>()
  const frame = { resource: 'secondFactor', title: '認証アプリの登録', onClose } as const
  if (begun === undefined)
    return (
      <DraftDialog
        {...frame}
        id="totp-password"
        schema={PasswordAgain}
        initial={{ password: '' }}
        verb="次へ"
        save={async (body) => setBegun(await call(secondFactor.startTotp, { body }))}
      >
        {(form) => (
          <PasswordField
            form={form}
            name="password"
            autoComplete="current-password"
            hint="本人の確認のため、いまのパスワードを入力します。"
          />
        )}
      </DraftDialog>
    )
  return (
    <DraftDialog
      key="code"
      {...frame}
      id="totp-code"
      schema={TotpProof}
      initial={{ code: '' }}
      verb="登録する"
      save={async (body) => onDone((await call(secondFactor.confirmTotp, { body })).recoveryCodes)}
    >
      {(form) => (
        <>
          <p className={styles['once']}>
            スマートフォンの認証アプリ（Google Authenticator、Microsoft Authenticator など）で、この図を読み取ります。
          </p>
          <div className={styles['picture']}>
            <QRCode
              size={208}
              value={begun.uri}
              type="svg"
              color="#000000"
              bgColor="#ffffff"
              aria-label="認証アプリで読み取る図"
              role="img"
            />
          </div>
          <Copied label="読み取れないときに入力する文字" text={begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
          <TextField
            form={form}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="読み取ると、アプリに6桁の数字が出ます。"
          />
        </>
      )}
    </DraftDialog>
  )
}
